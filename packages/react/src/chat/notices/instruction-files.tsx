import type { InstructionInfo } from '@millrace/engine/run';
import { ShownText } from '../../approval/shown/shown-text.tsx';
import { useWords } from '../../words/words-context.ts';

/** The props of `InstructionFiles`. */
export interface InstructionFilesProps {
  readonly files: readonly InstructionInfo[];
  /** True when each says if it is used. */
  readonly states?: boolean;
}

/** Files that would instruct models, to be read: each with all of its text, in which nothing can hide. */
export function InstructionFiles({ files, states = false }: InstructionFilesProps) {
  const strings = useWords();
  return (
    <ul className="mr-instruction-files">
      {files.map(({ path, text, used }) => (
        <li key={path}>
          <details>
            <summary>
              <span dir="ltr">
                <ShownText text={path} />
              </span>
              {states && <em>{used ? strings.instructionUsed : strings.instructionUnused}</em>}
            </summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
            <pre dir="auto" tabIndex={0}>
              <ShownText text={text} />
            </pre>
          </details>
        </li>
      ))}
    </ul>
  );
}

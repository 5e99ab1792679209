import { ShownText } from '../../approval/shown/shown-text.tsx';
import { useWords } from '../../words/words-context.ts';
import { FallbackToolBody } from '../tool/fallback-tool-body.tsx';
import { LongText } from '../tool/long-text.tsx';
import { readableText } from '../tool/readable-text.ts';
import type { TimelineToolProps } from '../tool/timeline-tool.ts';

/** A command as in a terminal: the command, and below it the output. Anything else is drawn like any call. */
export function CommandOutput(props: TimelineToolProps) {
  const strings = useWords();
  const { args, result, status } = props;
  const { command, cwd, ...others } = args;
  const isPlain = typeof command === 'string' && Object.keys(others).length === 0;
  if (!isPlain || !(cwd === undefined || typeof cwd === 'string')) return <FallbackToolBody {...props} />;
  return (
    <div className="mr-step-card mr-command">
      <pre className="mr-command-line" dir="ltr">
        <span className="mr-command-prompt">
          {cwd !== undefined && <ShownText text={`${cwd} `} />}
          {'$ '}
        </span>
        <ShownText text={command} />
      </pre>
      {result !== undefined && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
        <div
          className="mr-tool-body"
          role="group"
          aria-label={strings.output}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reachable by keyboard
          tabIndex={0}
        >
          <LongText text={readableText(result)} failed={status === 'error'} of={props} />
        </div>
      )}
    </div>
  );
}

import { Check, Copy } from 'lucide-react';
import { copyMarkdown } from '../../document/copy/copy-markdown.ts';
import { useBrief } from '../../page/use-brief.ts';
import { useWords } from '../../words/words-context.ts';

const SAID_MS = 2000;

export interface CopyButtonProps {
  readonly text: string;
  /** True for an answer: it is Markdown for others too. The words of a person stay as they are. */
  readonly isMarkdown?: boolean;
}

/** Copies a text as it was written, and says aloud whether that worked. */
export function CopyButton({ text, isMarkdown = false }: CopyButtonProps) {
  const strings = useWords();
  const [said, setSaid] = useBrief('', SAID_MS);
  async function copy(): Promise<void> {
    try {
      await (isMarkdown ? copyMarkdown(text) : navigator.clipboard.writeText(text));
      setSaid(strings.copied);
    } catch {
      // Without the right, or without a secure address, there is no clipboard.
      setSaid(strings.copyFailed);
    }
  }
  const Icon = said === strings.copied ? Check : Copy;
  return (
    <>
      <button
        type="button"
        className="mr-icon"
        aria-label={strings.copy}
        title={strings.copy}
        onClick={() => void copy()}
      >
        <Icon size={16} aria-hidden="true" />
      </button>
      <span className={said === '' ? 'mr-sr-only' : 'mr-action-said'} aria-live="polite">
        {said}
      </span>
    </>
  );
}

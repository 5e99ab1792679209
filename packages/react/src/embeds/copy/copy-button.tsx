import type { EmbedNodeAttrs } from '@millrace/engine';
import type { Content } from '@millrace/engine/document';
import { Check, Copy } from 'lucide-react';
import { useBrief } from '../../page/use-brief.ts';
import { useWords } from '../../words/words-context.ts';
import { copyFlavours } from './copy-flavours.ts';
import { embedFlavours } from './embed-flavours.ts';

const TOLD_MS = 2000;
// The same elements each time: around them much changes while an embed grows.
const COPY = <Copy size={16} aria-hidden="true" />;
const DONE = <Check size={16} aria-hidden="true" />;

export interface CopyButtonProps {
  readonly attrs: EmbedNodeAttrs;
  readonly content: Content;
  /** With its word beside the sign. */
  readonly isWide?: boolean;
}

/** Copies an embed as it is now. */
export function CopyButton({ attrs, content, isWide = false }: CopyButtonProps) {
  const strings = useWords();
  const [said, setSaid] = useBrief('', TOLD_MS);
  const copy = (): void =>
    setSaid(copyFlavours(embedFlavours(attrs, content)) ? strings.copied : strings.copyFailed);
  return (
    <>
      <button
        type="button"
        className={isWide ? 'mr-button' : 'mr-icon'}
        title={strings.copy}
        aria-label={isWide ? undefined : strings.copy}
        onClick={copy}
      >
        {said === strings.copied ? DONE : COPY}
        {isWide && <span className="mr-button-word">{strings.copy}</span>}
      </button>
      <span className="mr-sr-only" role="status">
        {said}
      </span>
    </>
  );
}

import { codePreview, contentText } from '@millrace/engine';
import { strings } from '../words/strings.ts';
import type { EmbedProps } from './embed-component.ts';
import { EmbedFrame } from './embed-frame.tsx';
import { CodeLines } from './highlight/code-lines.tsx';

/** The first lines of a code. */
export function CodeBox({ attrs, content = '' }: EmbedProps) {
  const { text: shown, moreLines } = codePreview(contentText(content));
  const detail = [attrs.language, attrs.lineCount !== undefined && strings.lines(attrs.lineCount)]
    .filter(Boolean)
    .join(' · ');
  return (
    <EmbedFrame
      attrs={attrs}
      name={attrs.filename ?? attrs.title ?? attrs.type}
      detail={detail}
      more={moreLines > 0 && strings.moreLines(moreLines)}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <pre dir="ltr" tabIndex={0}>
        <CodeLines code={shown} language={attrs.language} />
      </pre>
    </EmbedFrame>
  );
}

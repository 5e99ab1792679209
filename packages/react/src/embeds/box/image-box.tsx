import type { EmbedProps } from '../embed-component.ts';
import { hostOf } from '../safe-link.tsx';
import { EmbedFrame } from './embed-frame.tsx';
import { RemoteImage } from './remote-image.tsx';

/** A picture that stands alone on its line. */
export function ImageBox({ attrs, content }: EmbedProps) {
  const { url = '' } = attrs;
  return (
    <EmbedFrame attrs={attrs} content={content} name={lastPart(url)} detail={hostOf(url) ?? ''} more={false}>
      <div className="mr-embed-text">
        <RemoteImage url={url} alt="" />
      </div>
    </EmbedFrame>
  );
}

/** The name of the file that an address leads to. */
export function lastPart(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  return decode(path.split('/').findLast((part) => part !== '') ?? url);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

import { lastPart } from '../box/image-box.tsx';
import { RemoteImage } from '../box/remote-image.tsx';
import { CopyButton } from '../copy/copy-button.tsx';
import { hostOf } from '../safe-link.tsx';
import { FullScreenFrame } from './full-screen-frame.tsx';
import type { FullScreenProps } from './full-screen-props.ts';

/** A picture, as large as there is room. */
export function ImageScreen({ attrs, content, onClose }: FullScreenProps) {
  const { url = '' } = attrs;
  return (
    <FullScreenFrame
      attrs={attrs}
      name={lastPart(url)}
      detail={hostOf(url) ?? ''}
      onClose={onClose}
      actions={<CopyButton attrs={attrs} content={content} isWide />}
    >
      <div className="mr-full-image">
        <RemoteImage url={url} alt="" isAgain />
      </div>
    </FullScreenFrame>
  );
}

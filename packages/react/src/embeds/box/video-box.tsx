import { ExternalLink } from 'lucide-react';
import { useWords } from '../../words/words-context.ts';
import type { EmbedProps } from '../embed-component.ts';
import { hostOf, SafeLink } from '../safe-link.tsx';
import { EmbedFrame } from './embed-frame.tsx';
import { embedName } from './embed-name.ts';

/** A video. It plays on its own site, in a new tab: no other page runs inside ours. */
export function VideoBox({ attrs, content }: EmbedProps) {
  const strings = useWords();
  const { url = '' } = attrs;
  const host = hostOf(url);
  return (
    <EmbedFrame
      attrs={attrs}
      content={content}
      name={embedName(strings, attrs)}
      detail={host ?? ''}
      more={false}
    >
      <p className="mr-embed-open">
        <SafeLink href={url}>
          <ExternalLink size={16} aria-hidden="true" />
          {host === undefined ? url : strings.opensAt(host)}
        </SafeLink>
        <span>{url}</span>
      </p>
    </EmbedFrame>
  );
}

import { type MapPlace, mapPlace } from '@millrace/engine/document';
import { ExternalLink } from 'lucide-react';
import { useWords } from '../../words/words-context.ts';
import type { EmbedProps } from '../embed-component.ts';
import { hostOf, SafeLink } from '../safe-link.tsx';
import { EmbedFrame } from './embed-frame.tsx';
import { embedName } from './embed-name.ts';

/** A place on a map: its name and where it is. No map is loaded; it opens on its own site, in a new tab. */
export function MapBox({ attrs, content }: EmbedProps) {
  const strings = useWords();
  const { url = '' } = attrs;
  const { point } = mapPlace(url) ?? {};
  const address = mapAddress(url, point);
  const host = hostOf(address);
  const where = point && `${point.latitude}, ${point.longitude}`;
  return (
    <EmbedFrame
      attrs={attrs}
      content={content}
      name={embedName(strings, attrs)}
      detail={[where, host].filter(Boolean).join(' · ')}
      more={false}
    >
      <p className="mr-embed-open">
        <SafeLink href={address}>
          <ExternalLink size={16} aria-hidden="true" />
          {host === undefined ? url : strings.opensAt(host)}
        </SafeLink>
        <span>{url}</span>
      </p>
    </EmbedFrame>
  );
}

/** A point without a site opens on OpenStreetMap: most browsers can do nothing with `geo:`. */
function mapAddress(url: string, point: MapPlace['point']): string {
  if (!/^geo:/i.test(url) || point === undefined) return url;
  const { latitude, longitude } = point;
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
}

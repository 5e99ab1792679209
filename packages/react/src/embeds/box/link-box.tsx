'use client';

import type { LinkPreview } from '@millrace/engine/run';
import { createContext, use, useState } from 'react';
import { useWords } from '../../words/words-context.ts';
import type { EmbedProps } from '../embed-component.ts';
import { hostOf, SafeLink } from '../safe-link.tsx';
import { useEmbedMenu } from './use-embed-menu.tsx';
import { useRemoteImage } from './use-remote-image.ts';

/** Loads the preview of a link; rejects when there is none. Without it links have no preview. */
export type LoadPreview = (url: string) => Promise<LinkPreview>;

/** The context with the function that loads a page's description of itself. Without it links are plain cards. */
export const LinkPreviews = createContext<LoadPreview | undefined>(undefined);

type Phase = 'none' | 'loading' | 'failed' | LinkPreview;

/** A link on its own line. Its page is fetched only when the person wants to see it: even the request can reveal something. */
export function LinkBox({ attrs, content }: EmbedProps) {
  const strings = useWords();
  const { url = '' } = attrs;
  const { area, menu } = useEmbedMenu({ attrs, content });
  const load = use(LinkPreviews);
  const [phase, setPhase] = useState<Phase>('none');
  const host = hostOf(url);
  const preview = typeof phase === 'string' ? undefined : phase;
  // A preview without its picture is one.
  const picture = useRemoteImage(preview?.image ?? undefined, () => {});
  const canLoad = load !== undefined && preview === undefined && /^https?:/i.test(url);
  const show = (): void => {
    setPhase('loading');
    load?.(url).then(
      (found) => setPhase(tellsNothing(found) ? 'failed' : found),
      () => setPhase('failed'),
    );
  };
  return (
    <div {...area} className="mr-embed-link">
      <SafeLink href={preview?.url ?? url}>
        {picture !== undefined && <img src={picture} alt="" />}
        <strong dir="auto">{preview?.title ?? host ?? url}</strong>
        {preview?.description != null && <span dir="auto">{preview.description}</span>}
        <span>{preview === undefined ? url : (preview.site ?? host)}</span>
      </SafeLink>
      {canLoad && (
        <button
          type="button"
          className="mr-button mr-button-quiet"
          aria-disabled={phase === 'loading'}
          onClick={() => phase !== 'loading' && show()}
        >
          {phase === 'loading' ? strings.previewLoading : strings.preview}
        </button>
      )}
      {phase === 'failed' && <span role="status">{strings.previewFailed}</span>}
      {menu}
    </div>
  );
}

function tellsNothing({ title, description, image }: LinkPreview): boolean {
  return title === null && description === null && image === null;
}

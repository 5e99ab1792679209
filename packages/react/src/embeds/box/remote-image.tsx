'use client';

import { ImageDown } from 'lucide-react';
import { use, useRef, useState } from 'react';
import { useWords } from '../../words/words-context.ts';
import { hostOf, SafeLink } from '../safe-link.tsx';
import { RemoteImages, useRemoteImage } from './use-remote-image.ts';

export interface RemoteImageProps {
  readonly url: string;
  readonly alt: string;
  /** The same picture again, larger: a person who has asked for it does not have to ask again. */
  readonly isAgain?: boolean;
}

type Phase = 'none' | 'loading' | 'loaded' | 'failed';

/** Pictures that the person has asked for since the page was opened. */
const wanted = new Set<string>();

/** A picture that somebody else keeps. Its host learns nothing, and is not asked before the person wants to see it. */
export function RemoteImage({ url, alt, isAgain = false }: RemoteImageProps) {
  const strings = useWords();
  const canLoad = use(RemoteImages) !== undefined;
  const [phase, setPhase] = useState<Phase>(isAgain && wanted.has(url) ? 'loading' : 'none');
  const isAsked = phase === 'loading' || phase === 'loaded';
  const fail = (): void => {
    wanted.delete(url);
    setPhase('failed');
  };
  const src = useRemoteImage(isAsked && /^https?:/i.test(url) ? url : undefined, fail);
  const box = useRef<HTMLSpanElement>(null);
  const host = hostOf(url);
  if (host === undefined || !/^https?:/i.test(url)) return alt || url;
  if (!canLoad) return <SafeLink href={url}>{strings.image(alt, host)}</SafeLink>;
  const load = (): void => {
    // The button goes; the focus stays here.
    box.current?.focus();
    wanted.add(url);
    setPhase('loading');
  };
  return (
    <span className="mr-remote-image" ref={box} tabIndex={-1}>
      {isAsked ? (
        src !== undefined && (
          <img
            src={src}
            alt={alt || strings.image('', host)}
            onLoad={() => setPhase('loaded')}
            onError={fail}
          />
        )
      ) : (
        <>
          {alt !== '' && <span dir="auto">{alt}</span>}
          <button type="button" className="mr-button" onClick={load}>
            <ImageDown size={16} aria-hidden="true" />
            {phase === 'failed' ? strings.tryAgain : strings.loadImage(host)}
          </button>
        </>
      )}
      <span role="status">
        {phase === 'loading' && strings.imageLoading}
        {phase === 'failed' && strings.imageFailed}
      </span>
    </span>
  );
}

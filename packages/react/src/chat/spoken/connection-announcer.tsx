'use client';

import { useEffect, useRef } from 'react';
import { LiveRegion, useSaid } from '../../page/live-region.tsx';
import { useWords } from '../../words/words-context.ts';
import type { ChatState } from '../state/open-chat.ts';

/** A short break is not worth a word. The style sheet shows the line as late. */
const SHORT_MS = 2000;

/** Says once that an answer is cut off, with what is known, and once that it goes on. */
export function ConnectionAnnouncer({ state: { live, connection } }: { readonly state: ChatState }) {
  const strings = useWords();
  const [said, say] = useSaid();
  const now = live?.run.status === 'running' ? connection : undefined;
  const told = useRef(false);
  useEffect(() => {
    if (now === undefined || now === 'open') {
      // The end of an answer speaks for itself.
      if (told.current && now === 'open') say(strings.connectedAgain);
      told.current = false;
      return;
    }
    const words = now === 'working' ? strings.reconnecting : strings.unreached;
    const timer = setTimeout(
      () => {
        told.current = true;
        say(words);
      },
      told.current ? 0 : SHORT_MS,
    );
    return () => clearTimeout(timer);
  }, [now, say, strings]);
  return <LiveRegion said={said} as="polite" />;
}

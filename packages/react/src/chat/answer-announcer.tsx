import { useEffect, useRef, useState } from 'react';
import { strings } from '../words/strings.ts';
import type { ChatState } from './chat-view.ts';
import { spokenEnd } from './spoken-end.ts';
import { onlyWaits } from './waiting-calls.ts';

/** Says when an answer begins and what it is when it ends, and nothing in between. */
export function AnswerAnnouncer({ state: { live, messages } }: { readonly state: ChatState }) {
  const [said, setSaid] = useState('');
  const begun = useRef(false);
  const writing = live?.run.status === 'running' && !onlyWaits(live.run);
  const paused = onlyWaits(live?.run);
  const newest = live === null ? messages.at(-1) : undefined;
  useEffect(() => {
    // What waits is told by itself.
    if (paused) return;
    if (writing) {
      begun.current = true;
      setSaid(strings.generating);
    } else if (begun.current && newest !== undefined) {
      begun.current = false;
      setSaid(tellEnd(newest));
    }
  }, [writing, paused, newest]);
  return (
    <div className="mr-sr-only" role="status">
      {said}
    </div>
  );
}

/** What the status says at the end. The whole text is said without a second place in the page, where the browser can do that. */
function tellEnd({ status, text }: ChatState['messages'][number]): string {
  if (status === 'cancelled') return strings.answerStopped;
  // An error speaks for itself.
  if (status === 'failed') return '';
  const { summary, whole } = spokenEnd(text);
  if (whole === undefined) return summary;
  // Not every browser has it, so its type is not known everywhere.
  const { ariaNotify } = document as { ariaNotify?: (words: string) => void };
  if (ariaNotify === undefined) return whole;
  ariaNotify.call(document, whole);
  return summary;
}

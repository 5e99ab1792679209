'use client';

import { Clock, CloudOff, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { LiveRegion, useSaid } from '../../page/live-region.tsx';
import { useWords } from '../../words/words-context.ts';
import type { QueuedMessage } from '../state/queue-outbox.ts';

/** The props of `QueuedMessages`. */
export interface QueuedMessagesProps {
  readonly messages: readonly QueuedMessage[];
  readonly online: boolean;
  readonly onRemove: (id: string) => void;
}

/** The messages that will be sent, in order; each can be removed. One more is announced, and so is another reason to wait. */
export function QueuedMessages(props: QueuedMessagesProps) {
  const strings = useWords();
  const { messages, online } = props;
  const [said, say] = useSaid();
  const note = online ? strings.queuedNext : strings.queuedOffline;
  const known = useRef({ count: messages.length, online });
  const count = messages.length;
  useEffect(() => {
    const before = known.current;
    known.current = { count, online };
    if (count > before.count || (count > 0 && online !== before.online)) say(note);
    else if (count === 0) say('');
  }, [count, online, note, say]);
  return (
    <>
      <LiveRegion said={said} as="polite" />
      {count > 0 && <Queue {...props} note={note} />}
    </>
  );
}

function Queue({ messages, online, onRemove, note }: QueuedMessagesProps & { readonly note: string }) {
  const strings = useWords();
  const Icon = online ? Clock : CloudOff;
  return (
    <ul className="mr-queue" aria-label={strings.queued}>
      {messages.map(({ id, text: said, files, problem }, place) => {
        const text = said.trim() === '' ? (files ?? []).map(({ name }) => name).join(', ') : said;
        return (
          <li key={id}>
            <Icon size={16} aria-hidden="true" />
            <span className="mr-queue-text" dir="auto">
              {text}
            </span>
            {(place === 0 || problem !== undefined) && (
              <span
                className={online ? 'mr-queue-note' : 'mr-queue-note mr-queue-offline'}
                role={problem === undefined ? undefined : 'alert'}
              >
                {problem ?? note}
              </span>
            )}
            <button
              type="button"
              className="mr-icon"
              aria-label={strings.removeQueued(text)}
              onClick={() => onRemove(id)}
            >
              <X size={16} aria-hidden="true" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

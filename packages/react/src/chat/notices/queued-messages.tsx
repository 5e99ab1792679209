import { Clock, CloudOff, X } from 'lucide-react';
import { useWords } from '../../words/words-context.ts';
import type { QueuedMessage } from '../state/message-queue.ts';

/** The props of `QueuedMessages`. */
export interface QueuedMessagesProps {
  readonly messages: readonly QueuedMessage[];
  readonly online: boolean;
  readonly onRemove: (id: string) => void;
}

/** The messages that will be sent, in order; each can be removed. */
export function QueuedMessages({ messages, online, onRemove }: QueuedMessagesProps) {
  const strings = useWords();
  if (messages.length === 0) return null;
  const Icon = online ? Clock : CloudOff;
  return (
    <ul className="mr-queue" aria-label={strings.queued}>
      {messages.map(({ id, text, problem }, place) => (
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
              {problem ?? (online ? strings.queuedNext : strings.queuedOffline)}
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
      ))}
    </ul>
  );
}

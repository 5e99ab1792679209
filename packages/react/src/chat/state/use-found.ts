'use client';

import { useState } from 'react';
import type { ChatState } from './open-chat.ts';

/**
 * The messages that a person found when they came: nothing of them is news. What answers a message that was sent from here is, though
 * it may be there as soon as the transcript is.
 */
export function useFound({ messages, sent }: Pick<ChatState, 'messages' | 'sent'>): ReadonlySet<string> {
  const [found] = useState(() => {
    const asked = messages.findIndex(({ id }) => id === sent);
    return new Set(messages.slice(0, asked < 0 ? messages.length : asked).map(({ id }) => id));
  });
  return found;
}

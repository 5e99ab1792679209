'use client';

import type { MessageRecord } from '@millrace/engine/run';
import { useState } from 'react';

/** From here on a chat is a long one. */
const MANY = 300;
/** So many messages of a long chat are always drawn. */
const LATE = 40;

/**
 * How many messages of a chat are early ones, which are drawn only near the reader. Counted once, when the chat is first there: no
 * message changes its place in the page while somebody reads it. It shrinks only with the chat.
 */
export function useEarlyCount(messages: readonly MessageRecord[]): number {
  const [count, setCount] = useState<number>();
  const wanted = earlyCount(messages.length);
  if (count === undefined && messages.length > 0) setCount(wanted);
  else if (count !== undefined && count > messages.length) setCount(wanted);
  return Math.min(count ?? wanted, messages.length);
}

/** Pure. */
function earlyCount(messages: number): number {
  return messages > MANY ? messages - LATE : 0;
}

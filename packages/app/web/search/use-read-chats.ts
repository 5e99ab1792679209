import type { ChatSummary } from '@millrace/engine/run';
import type { Client } from '@millrace/react';
import { useEffect, useReducer, useState } from 'react';
import type { IndexedMessage } from './indexed-message.ts';
import { FIRST_CHATS, isRead, type ReadChats, readChats } from './read-chats.ts';

export interface SearchedMessages {
  /** Of the chats that were read, newest first. */
  readonly messages: readonly IndexedMessage[];
  /** The chats whose messages are among them. */
  readonly searched: number;
  readonly isReading: boolean;
  /** The chats that are still to be read. */
  readonly waiting: number;
  /** The chats that could not be read. */
  readonly failed: number;
  /** The chats that nobody has asked for yet. */
  readonly left: number;
  readonly readAll: () => void;
  readonly tryAgain: () => void;
}

/** Reads the messages of the newest chats, once there is something to look for. What was read is kept in `read`. */
export function useReadChats(
  client: Client,
  read: ReadChats,
  chats: readonly ChatSummary[],
  isWanted: boolean,
): SearchedMessages {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const [isAll, setAll] = useState(false);
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState(0);
  const [isReading, setReading] = useState(false);
  const wanted = isAll ? chats : chats.slice(0, FIRST_CHATS);
  const versions = wanted.map(({ id, seq, epoch }) => `${id} ${seq} ${epoch}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the versions stand for the chats, and a try is a wish to read again
  useEffect(() => {
    if (!isWanted) return;
    const leaving = new AbortController();
    setReading(true);
    void readChats({ client, read, chats: wanted, signal: leaving.signal, onRead: draw }).then((missed) => {
      if (leaving.signal.aborted) return;
      setFailed(missed);
      setReading(false);
    });
    return () => leaving.abort();
  }, [client, read, versions, isWanted, tries]);
  const waiting = wanted.filter((chat) => !isRead(read, chat)).length;
  const known = wanted.filter(({ id }) => read.has(id));
  return {
    messages: known.flatMap(({ id }) => read.get(id)?.messages ?? []).sort((a, b) => b.ts - a.ts),
    searched: known.length,
    isReading: isReading && waiting > 0,
    waiting,
    failed,
    left: chats.length - wanted.length,
    readAll: () => setAll(true),
    tryAgain: () => setTries(tries + 1),
  };
}

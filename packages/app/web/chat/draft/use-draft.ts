import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { isLongDraft, keepBeside, keepDraft, readDraft, readLongDraft } from './drafts.ts';

/** The text of a chat that is written and not sent. */
export interface Draft {
  readonly text: string;
  readonly setText: Dispatch<SetStateAction<string>>;
  /** False when the browser has no room for it. */
  readonly isKept: boolean;
  /** The ways out when the browser can't read a long draft now; undefined when there is none. */
  readonly unread: UnreadDraft | undefined;
}

/** A long draft that is kept and can't be read. What is written meanwhile is kept beside it. */
export interface UnreadDraft {
  readonly retry: () => void;
  /** Deletes it. What was written meanwhile is the draft then. */
  readonly drop: () => void;
}

/** The draft of a chat, kept in this browser until it is sent. A chat that has not begun has no id. */
export function useDraft(chatId: string | undefined): Draft {
  const [text, setText] = useState(() => readDraft(chatId));
  const [state, setState] = useState<'reading' | 'unread' | 'read'>(() =>
    isLongDraft(chatId) ? 'reading' : 'read',
  );
  const [isKept, setKept] = useState(true);
  const kept = useRef(chatId);
  useEffect(() => {
    if (state !== 'reading') return undefined;
    let isOver = false;
    readLongDraft(kept.current).then(
      (draft) => {
        if (isOver) return;
        // Words that were written meanwhile stand behind it.
        setText((now) => draft + now);
        setState('read');
      },
      () => !isOver && setState('unread'),
    );
    return () => {
      isOver = true;
    };
  }, [state]);
  useEffect(() => {
    let isOver = false;
    const before = kept.current;
    kept.current = chatId;
    if (before !== chatId) {
      // The chat was begun: what is written now is written there.
      if (state === 'read') void keepDraft(before, '');
      else keepBeside(before, '');
      setState('read');
    } else if (state !== 'read') {
      setKept(keepBeside(chatId, text));
      return undefined;
    }
    void keepDraft(chatId, text).then((done) => !isOver && setKept(done));
    return () => {
      isOver = true;
    };
  }, [chatId, text, state]);
  const unread = { retry: () => setState('reading'), drop: () => setState('read') };
  return { text, setText, isKept, unread: state === 'unread' ? unread : undefined };
}

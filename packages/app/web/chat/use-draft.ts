import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { isLongDraft, keepDraft, readDraft, readWholeDraft } from './drafts.ts';

/**
 * The draft of a chat, kept in this browser until it is sent, and whether it could be kept. A chat that has not begun has no id.
 */
export function useDraft(
  chatId: string | undefined,
): [text: string, setText: Dispatch<SetStateAction<string>>, isKept: boolean] {
  const [text, setText] = useState(() => readDraft(chatId));
  const [isRead, setRead] = useState(() => !isLongDraft(chatId));
  const [isKept, setKept] = useState(true);
  const kept = useRef(chatId);
  useEffect(() => {
    if (isRead) return undefined;
    let isOver = false;
    void readWholeDraft(kept.current).then((draft) => {
      if (isOver) return;
      // Words that were written meanwhile stand behind it.
      setText((now) => draft + now);
      setRead(true);
    });
    return () => {
      isOver = true;
    };
  }, [isRead]);
  useEffect(() => {
    if (!isRead) return undefined;
    let isOver = false;
    // The chat was begun: what is written now is written there.
    if (kept.current !== chatId) void keepDraft(kept.current, '');
    kept.current = chatId;
    void keepDraft(chatId, text).then((done) => !isOver && setKept(done));
    return () => {
      isOver = true;
    };
  }, [chatId, text, isRead]);
  return [text, setText, isKept];
}

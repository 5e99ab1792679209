import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { keepDraft, readDraft } from './drafts.ts';

/**
 * The draft of a chat, kept in this browser until it is sent, and whether it could be kept. A chat that has not begun has no id.
 */
export function useDraft(
  chatId: string | undefined,
): [text: string, setText: Dispatch<SetStateAction<string>>, isKept: boolean] {
  const [text, setText] = useState(() => readDraft(chatId));
  const [isKept, setKept] = useState(true);
  const kept = useRef(chatId);
  useEffect(() => {
    // The chat was begun: what is written now is written there.
    if (kept.current !== chatId) keepDraft(kept.current, '');
    kept.current = chatId;
    setKept(keepDraft(chatId, text));
  }, [chatId, text]);
  return [text, setText, isKept];
}

import type { ChatState } from './open-chat.ts';

/** The mode that the chat is in, where somebody has said so. Pure. */
export function chatMode({ live, messages }: Pick<ChatState, 'live' | 'messages'>): string | undefined {
  return live?.run.mode ?? messages.findLast((record) => record.mode !== undefined)?.mode;
}

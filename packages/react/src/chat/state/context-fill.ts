import type { ChatState } from './open-chat.ts';

/** How much of the model's window the chat fills, from 0 to 1, as the newest answer tells it. Pure. */
export function contextFill({ live, messages }: Pick<ChatState, 'live' | 'messages'>): number | undefined {
  const fill = live?.run.context ?? messages.findLast((record) => record.fill !== undefined)?.fill;
  return fill === undefined || fill.window <= 0 ? undefined : Math.min(1, fill.used / fill.window);
}

import type { ChatSummary } from '@millrace/engine/run';

export type ChatGroupName = 'today' | 'yesterday' | 'week' | 'older';

export interface ChatGroup {
  readonly name: ChatGroupName;
  readonly chats: readonly ChatSummary[];
}

const DAY = 24 * 60 * 60 * 1000;

/** Sorts chats into days as the person's calendar has them. Pure; keeps their order. */
export function groupChats(chats: readonly ChatSummary[], now: number): ChatGroup[] {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const groups: Record<ChatGroupName, ChatSummary[]> = { today: [], yesterday: [], week: [], older: [] };
  for (const chat of chats) groups[groupOf(chat.updated_at, midnight)].push(chat);
  const names: readonly ChatGroupName[] = ['today', 'yesterday', 'week', 'older'];
  return names.filter((name) => groups[name].length > 0).map((name) => ({ name, chats: groups[name] }));
}

function groupOf(time: number, midnight: number): ChatGroupName {
  if (time >= midnight) return 'today';
  if (time >= midnight - DAY) return 'yesterday';
  return time >= midnight - 7 * DAY ? 'week' : 'older';
}

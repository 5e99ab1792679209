import type { ChatSummary, Project } from '@millrace/engine/run';
import { type ChatGroup, groupChats } from './group-chats.ts';

/** A project with its chats, newest first. */
export interface Folder {
  readonly project: Project;
  readonly chats: readonly ChatSummary[];
}

/** The parts of the list in their order. Each chat stands in one of them. */
export interface Arranged {
  readonly pinned: readonly ChatSummary[];
  readonly folders: readonly Folder[];
  readonly days: readonly ChatGroup[];
  readonly archived: readonly ChatSummary[];
}

/** The name of the part that archived chats stand in, beside the ids of projects. */
export const ARCHIVE = 'archive';

/** Puts chats where they stand: in the archive, else among the pinned ones, else in their project, else under their day. Pure. */
export function arrangeChats(
  chats: readonly ChatSummary[],
  projects: readonly Project[],
  now: number,
): Arranged {
  const [pinned, archived, rest]: ChatSummary[][] = [[], [], []];
  const inside = new Map<string, ChatSummary[]>(projects.map(({ id }) => [id, []]));
  for (const chat of chats) {
    const folder = inside.get(chat.project_id ?? '');
    if (chat.archived) archived?.push(chat);
    else if (chat.pinned) pinned?.push(chat);
    else (folder ?? rest)?.push(chat);
  }
  return {
    pinned: pinned ?? [],
    folders: projects
      .map((project) => ({ project, chats: inside.get(project.id) ?? [] }))
      .sort((a, b) => a.project.name.localeCompare(b.project.name)),
    days: groupChats(rest ?? [], now),
    archived: archived ?? [],
  };
}

/** The ids of the chats that can be seen, from the top down. Pure. */
export function shownIds(
  { pinned, folders, days, archived }: Arranged,
  isOpen: (part: string) => boolean,
): readonly string[] {
  return [
    ...pinned,
    ...folders.flatMap(({ project, chats }) => (isOpen(project.id) ? chats : [])),
    ...days.flatMap(({ chats }) => chats),
    ...(isOpen(ARCHIVE) ? archived : []),
  ].map(({ id }) => id);
}

import { type ChangeChatsRequest, type ChatSummary, MOST_CHATS_AT_ONCE } from '@millrace/engine/run';

/** A wish about the places of chats. One field at a time, so that it can be taken back. */
export type PlaceWish =
  | { readonly pinned: boolean }
  | { readonly archived: boolean }
  | { readonly project_id: string | null }
  | { readonly deleted: boolean };

/** The requests that a wish needs: few, however many chats it is about. Pure. */
export function requestsOf(ids: readonly string[], wish: PlaceWish): ChangeChatsRequest[] {
  const parts: ChangeChatsRequest[] = [];
  for (let i = 0; i < ids.length; i += MOST_CHATS_AT_ONCE)
    parts.push({ ids: ids.slice(i, i + MOST_CHATS_AT_ONCE), ...wish });
  return parts;
}

/** The requests that take a wish back: each chat gets what it had. Pure. */
export function undoOf(chats: readonly ChatSummary[], wish: PlaceWish): ChangeChatsRequest[] {
  if ('deleted' in wish)
    return requestsOf(
      chats.map(({ id }) => id),
      { deleted: !wish.deleted },
    );
  const before = new Map<string, { readonly wish: PlaceWish; readonly ids: string[] }>();
  for (const chat of chats) {
    const had = placeBefore(chat, wish);
    const key = JSON.stringify(had);
    const same = before.get(key) ?? { wish: had, ids: [] };
    same.ids.push(chat.id);
    before.set(key, same);
  }
  return [...before.values()].flatMap(({ wish: had, ids }) => requestsOf(ids, had));
}

function placeBefore(chat: ChatSummary, wish: PlaceWish): PlaceWish {
  if ('pinned' in wish) return { pinned: chat.pinned ?? false };
  if ('archived' in wish) return { archived: chat.archived ?? false };
  return { project_id: chat.project_id ?? null };
}

/** The chats that are selected, and the one that a range begins at. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | undefined;
}

export const NO_SELECTION: Selection = { ids: new Set(), anchor: undefined };

/** Adds a chat or takes it out; the next range begins at it. Pure. */
export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Selects all from the anchor to a chat, as they are listed, and nothing else. Without an anchor that is listed: the chat alone. Pure. */
export function extend({ anchor }: Selection, id: string, listed: readonly string[]): Selection {
  const from = anchor === undefined ? -1 : listed.indexOf(anchor);
  const to = listed.indexOf(id);
  if (from < 0 || to < 0) return { ids: new Set([id]), anchor: id };
  return { ids: new Set(listed.slice(Math.min(from, to), Math.max(from, to) + 1)), anchor };
}

/** Drops the chats that are not there any more; the same selection when all are. Pure. */
export function keepKnown(selection: Selection, known: ReadonlySet<string>): Selection {
  const ids = [...selection.ids].filter((id) => known.has(id));
  return ids.length === selection.ids.size ? selection : { ...selection, ids: new Set(ids) };
}

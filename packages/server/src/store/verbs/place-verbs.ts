import type { PlaceChange, PlaceResult } from '../project-store.ts';
import { aboutPlace } from '../seal/about.ts';
import { openOnce } from '../seal/open-or.ts';
import type { Sealer } from '../seal/sealer.ts';
import { integerOrNull, type Row, type Tx, text } from '../tx.ts';

/** The place of a chat in the list. */
export interface Place {
  readonly pinned?: true;
  readonly archived?: true;
  /** The id of a project. The chat is in it while there is such a project. */
  readonly project?: string;
}

export const PLACE_COLUMNS = 'place, place_key_id, deleted_at';

/** The place that a row of a chat tells; undefined when it can't be read. */
export function placeIn(sealer: Sealer, chatId: string, row: Row): Place | undefined {
  const sealed = text(row, 'place');
  // A chat that was never placed has nothing to seal.
  if (sealed === '') return {};
  const about = aboutPlace(chatId, integerOrNull(row, 'deleted_at'));
  return openOnce<Place | undefined>(
    sealer,
    { text: sealed, keyId: text(row, 'place_key_id'), about },
    // The place is what putPlace wrote.
    (json) => JSON.parse(json) as Place,
    () => undefined,
  );
}

export function* putPlace(
  sealer: Sealer,
  chatId: string,
  place: Place,
  deletedAt: number | null = null,
): Tx<void> {
  yield [
    'UPDATE chats SET place = ?, place_key_id = ?, deleted_at = ? WHERE account_id = :account AND id = ?',
    sealer.seal(JSON.stringify(place), aboutPlace(chatId, deletedAt)),
    ...[sealer.keyId, deletedAt, chatId],
  ];
}

export function* changePlaces(sealer: Sealer, change: PlaceChange): Tx<PlaceResult> {
  const { projectId, deleted, ts } = change;
  if (typeof projectId === 'string') {
    const found = yield [
      'SELECT id FROM projects WHERE account_id = :account AND id = ? AND deleted_at IS NULL',
      projectId,
    ];
    if (found.length === 0) return { type: 'no_project' };
  }
  const [ids, stopped]: [string[], string[]] = [[], []];
  // In one order everywhere, so that two that change the same chats never wait for each other.
  for (const id of [...new Set(change.ids)].sort()) {
    const [row] = yield [
      `UPDATE chats SET next_seq = next_seq WHERE account_id = :account AND id = ? RETURNING ${PLACE_COLUMNS}`,
      id,
    ];
    if (row === undefined) continue;
    const was = integerOrNull(row, 'deleted_at');
    // A deleted chat can only be brought back.
    if (was !== null && deleted !== false) continue;
    const place = placeIn(sealer, id, row);
    // Nobody knows which project it was in, and only a person can say so.
    if (place === undefined && projectId === undefined && deleted === undefined) continue;
    yield* putPlace(sealer, id, changed(place ?? {}, change), deleted === true ? ts : null);
    if (deleted === true) stopped.push(...(yield* stopRuns(id, ts)));
    ids.push(id);
  }
  return { type: 'changed', ids, stopped };
}

function changed(place: Place, { pinned, archived, projectId }: PlaceChange): Place {
  const isPinned = pinned ?? place.pinned ?? false;
  const isArchived = archived ?? place.archived ?? false;
  const project = projectId === undefined ? place.project : (projectId ?? undefined);
  return {
    ...(isPinned && { pinned: true }),
    ...(isArchived && { archived: true }),
    ...(project !== undefined && { project }),
  };
}

/** Notes that a person wants every open run of a chat to stop. A worker ends them, also after a crash. */
function* stopRuns(chatId: string, ts: number): Tx<string[]> {
  const rows = yield [
    `UPDATE runs SET cancel_at = COALESCE(cancel_at, ?), status = 'ready', wake_at = NULL, wants_floor = 0
     WHERE account_id = :account AND chat_id = ? AND status IN ('ready', 'waiting') RETURNING id`,
    ts,
    chatId,
  ];
  return rows.map((row) => text(row, 'id'));
}

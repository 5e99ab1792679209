import type { Project } from '@millrace/engine/run';
import type { ProjectChange } from '../project-store.ts';
import { aboutProject } from '../seal/about.ts';
import { openOr } from '../seal/open-or.ts';
import type { Sealer } from '../seal/sealer.ts';
import { integer, integerOrNull, type Row, type Tx, text } from '../tx.ts';
import { PLACE_COLUMNS, placeIn } from './place-verbs.ts';

type Facts = Pick<Project, 'name' | 'instructions' | 'model' | 'workspace'>;
const FIELDS = 4;

export function* createProject(sealer: Sealer, project: Project): Tx<boolean> {
  const { id, created_at } = project;
  const rows = yield [
    `INSERT INTO projects (account_id, id, payload, key_id, created_at) VALUES (:account, ?, ?, ?, ?)
     ON CONFLICT (account_id, id) DO NOTHING RETURNING id`,
    id,
    sealFacts(sealer, project, null),
    ...[sealer.keyId, created_at],
  ];
  return rows.length === 1;
}

export function* changeProject(
  sealer: Sealer,
  id: string,
  { deleted, ...change }: ProjectChange,
  ts: number,
): Tx<Project | 'unreadable' | undefined> {
  // Locks the row: of two changes at once each keeps its fields.
  const [row] = yield [
    'UPDATE projects SET created_at = created_at WHERE account_id = :account AND id = ? RETURNING *',
    id,
  ];
  if (row === undefined) return undefined;
  const was = integerOrNull(row, 'deleted_at');
  if (was !== null && deleted !== false) return undefined;
  const { unreadable, ...before } = projectIn(sealer, row);
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  if (unreadable && deleted !== true && Object.keys(given).length < FIELDS) return 'unreadable';
  const project: Project = { ...before, ...given };
  const deletedAt = deleted === true ? ts : null;
  yield [
    'UPDATE projects SET payload = ?, key_id = ?, deleted_at = ? WHERE account_id = :account AND id = ?',
    sealFacts(sealer, project, deletedAt),
    ...[sealer.keyId, deletedAt, id],
  ];
  return project;
}

export function* listProjects(sealer: Sealer): Tx<Project[]> {
  const rows = yield ['SELECT * FROM projects WHERE account_id = :account AND deleted_at IS NULL'];
  return rows.map((row) => projectIn(sealer, row)).toSorted(byAge);
}

/** The ids of the projects that chats can be in. */
export function* projectIds(): Tx<ReadonlySet<string>> {
  const rows = yield ['SELECT id FROM projects WHERE account_id = :account AND deleted_at IS NULL'];
  return new Set(rows.map((row) => text(row, 'id')));
}

/** The project of a chat; `unreadable` when its row or that of the chat's place was changed or damaged. */
export function* findProject(sealer: Sealer, chatId: string): Tx<Project | 'unreadable' | undefined> {
  const [chat] = yield [`SELECT ${PLACE_COLUMNS} FROM chats WHERE account_id = :account AND id = ?`, chatId];
  if (chat === undefined) return undefined;
  const place = placeIn(sealer, chatId, chat);
  if (place === undefined) return 'unreadable';
  if (place.project === undefined) return undefined;
  const [row] = yield [
    'SELECT * FROM projects WHERE account_id = :account AND id = ? AND deleted_at IS NULL',
    place.project,
  ];
  if (row === undefined) return undefined;
  const project = projectIn(sealer, row);
  return project.unreadable ? 'unreadable' : project;
}

export function* projectOf(sealer: Sealer, chatId: string): Tx<Project | undefined> {
  const project = yield* findProject(sealer, chatId);
  return project === 'unreadable' ? undefined : project;
}

const UNREADABLE: Facts & Pick<Project, 'unreadable'> = {
  ...{ name: '', instructions: '', model: null, workspace: null },
  unreadable: true,
};

function projectIn(sealer: Sealer, row: Row): Project {
  const [id, created_at] = [text(row, 'id'), integer(row, 'created_at')];
  const about = aboutProject(id, created_at, integerOrNull(row, 'deleted_at'));
  const facts = openOr<Facts & Pick<Project, 'unreadable'>>(
    sealer,
    { text: text(row, 'payload'), keyId: text(row, 'key_id'), about },
    // The payload is what sealFacts wrote.
    (json) => JSON.parse(json) as Facts,
    () => UNREADABLE,
  );
  return { id, ...facts, created_at };
}

function sealFacts(sealer: Sealer, project: Project, deletedAt: number | null): string {
  const { id, created_at, name, instructions, model, workspace } = project;
  const facts: Facts = { name, instructions, model, workspace };
  return sealer.seal(JSON.stringify(facts), aboutProject(id, created_at, deletedAt));
}

function byAge(a: Project, b: Project): number {
  return a.created_at - b.created_at || (a.id < b.id ? -1 : 1);
}

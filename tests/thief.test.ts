import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isLong } from '../fixtures/long.ts';
import { postgresPlace } from '../fixtures/test-postgres.ts';
import { FIRST_ACCOUNT } from '../packages/server/src/store/account.ts';
import { killCommands } from './support/command.ts';
import { root } from './support/project-files.ts';
import { EXCEPTIONS, exceptionOf, MCP_FILE } from './thief/exceptions.ts';
import type { Cell, Loot } from './thief/loot.ts';
import { findMarks, mark, STEM } from './thief/marks.ts';
import { lootWith, PLANTS } from './thief/plants.ts';
import { askPostgres } from './thief/postgres-loot.ts';
import { remnantsIn } from './thief/remnants.ts';
import { guess, type Opened, openAll, rob } from './thief/rob.ts';
import { type Life, live, STAGES as STAGES_OF_LIFE, type Stage } from './thief/stages.ts';

const lives = new Map<Place, Promise<Life>>();
type Place = 'sqlite' | 'postgres';

/** Each database lives once, for all tests: it takes seconds. */
function lifeOn(place: Place): Promise<Life> {
  const life = lives.get(place) ?? (place === 'sqlite' ? live() : postgresPlace().then(live));
  lives.set(place, life);
  return life;
}
const opened = new Map<object, Opened>();

/** All that opens with the keys at a stage, found once. */
function openedAt({ loots, keys }: Life, stage: Stage): Opened {
  const loot = loots[stage];
  const known = opened.get(loot) ?? openAll(loot, keys);
  opened.set(loot, known);
  return known;
}

afterAll(async () => {
  killCommands();
  for (const life of lives.values()) await life.then(({ remove }) => remove()).catch(() => {});
});

// The same code seals on both databases, so the stages of Postgres are those in which its files differ.
const ALL: readonly Stage[] = STAGES_OF_LIFE;
const STAGES_OF: Readonly<Record<Place, readonly Stage[]>> = {
  sqlite: ALL,
  postgres: isLong ? ALL : ['after kill -9', 'after erasing'],
};
const STAGES = (['sqlite', 'postgres'] as const).flatMap((place) =>
  STAGES_OF[place].map((stage) => [place, stage] as const),
);
const MARK = new RegExp(`${STEM}[ \\w-]*`, 'g');
const PATIENCE = { timeout: 600_000 };

describe.each(STAGES)('on %s %s', (place, stage) => {
  test(
    'S90 who has the data alone finds no text and opens nothing with anything that lies there',
    PATIENCE,
    async () => {
      const life = await lifeOn(place);
      const { marks, opened, tried } = rob(life.loots[stage], openedAt(life, stage));
      expect(tried).toBeGreaterThan(1000);
      expect({ marks, opened }).toEqual({ marks: [], opened: [] });
    },
  );

  test('S91 with the key folder, too, everything opens', PATIENCE, async () => {
    const all = openedAt(await lifeOn(place), stage);
    expect(all.closed).toEqual([]);
    const erased = stage === 'after erasing';
    expect(all.opened.size).toBeGreaterThan(erased ? 20 : 200);
    // Who looks for marks looks for something that was there.
    const texts = [...all.opened.values()].join('\n');
    expect(texts).toContain(mark('value'));
    for (const about of [
      'answer',
      'words of the rejection',
      'cell',
      'sub-agent',
      'title of a person',
      'text of a file',
    ])
      expect([about, texts.includes(mark(about))]).toEqual([about, !erased]);
  });

  test('S92 no stored word is a hash of something that is sealed', PATIENCE, async () => {
    const life = await lifeOn(place);
    expect(guess(life.loots[stage], openedAt(life, stage))).toEqual([]);
  });
});

/** The marks that the server's own key opens while only devices have the others: names of people and things, and secrets of services. */
const SERVERS: readonly string[] = [
  ...['person', 'guest', 'invited', 'sign-in', 'passkey', 'laptop', 'program', 'token'],
  ...['rule', 'provider key', 'env', 'header'],
];

test.each(isLong ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const))(
  'S98 on %s the key folder opens nothing of an account that only its devices open; a device or a token opens all of it',
  PATIENCE,
  async (place) => {
    const { loots, alone } = await lifeOn(place);
    if (alone === undefined) throw new Error('Nobody has switched the home key off.');
    const loot = loots['with only devices'];
    const left = remnantsIn(loot, alone.keys);
    const isOpen = openChatsIn(loot);
    const marksOf = ({ opened }: Opened, isCounted = (_: Cell | undefined): boolean => true): Set<string> =>
      new Set(
        [...opened]
          .filter(([{ cell }]) => [FIRST_ACCOUNT, undefined].includes(cell?.row['account_id'] as string))
          .filter(([{ cell }]) => isCounted(cell))
          .flatMap(([, text]) => text.toString().match(MARK) ?? [])
          .map((each) => each.trim()),
      );
    const withFolder = marksOf(openAll(loot, [...alone.keys, ...left]), (cell) => !isOpen(cell));
    expect([...withFolder].sort()).toEqual(SERVERS.map(mark).sort());
    const all = marksOf(openAll(loot, [...alone.keys, Buffer.from(alone.vaultKey)]));
    for (const about of ['answer to a device', 'answer to a program', 'answer', 'title of a person', 'value'])
      expect([...all]).toContain(mark(about));
    expect(marksOf(openAll(loot, [...alone.keys, Buffer.from(alone.token)]))).toEqual(all);
  },
);

/** Tells which rows belong to chats with an open run that goes on by itself: these may open. A call in the background may have left one. */
function openChatsIn({ cells }: Loot): (cell: Cell | undefined) => boolean {
  const rowsOf = (table: string, column: string) =>
    cells.filter((cell) => cell.table === table && cell.column === column).map(({ row }) => row);
  const waiting = new Set(rowsOf('sealed_chats', 'chat_id').map((row) => row['chat_id']));
  const runs = rowsOf('runs', 'id');
  const open = new Set(
    runs
      .filter(
        ({ status, chat_id }) => ['ready', 'waiting'].includes(String(status)) && !waiting.has(chat_id ?? ''),
      )
      .map((row) => row['chat_id']),
  );
  expect(open.size).toBeLessThan(2);
  const theirs = new Set(runs.filter((row) => open.has(row['chat_id'])).map((row) => row['id']));
  return (cell) =>
    cell !== undefined &&
    (open.has(cell.row['chat_id'] ?? null) ||
      theirs.has(cell.row['run_id'] ?? null) ||
      (cell.table === 'chats' && open.has(cell.row['id'] ?? null)) ||
      (cell.table === 'runs' && theirs.has(cell.row['id'] ?? null)));
}

test(
  'S112 in all that a server has ever stored no IV and no enc stands in two sealed texts, and no two chats or runs have one key',
  PATIENCE,
  async () => {
    const life = await lifeOn('sqlite');
    const all = ALL.map((stage) => openedAt(life, stage));
    const heads = repeated(
      all.flatMap(({ sealed }) =>
        sealed.map((each) => [
          ('iv' in each ? each.iv : each.enc).toString('hex'),
          each.bytes.toString('hex'),
        ]),
      ),
    );
    expect(heads.count).toBeGreaterThan(300);
    expect(heads.twice).toEqual([]);
    const secrets = repeated(
      all.flatMap(({ opened: found }) =>
        [...found].flatMap(([{ where, cell }, plain]) =>
          where === 'chat_keys.sealed' || where === 'run_keys.sealed'
            ? [[plain.toString('hex'), `${where} ${cell?.row['key_id'] ?? cell?.row['run_id']}`] as const]
            : [],
        ),
      ),
    );
    expect(secrets.count).toBeGreaterThan(10);
    expect(secrets.twice).toEqual([]);
    // A repetition is noticed.
    expect(
      repeated([
        ['a', '1'],
        ['a', '1'],
        ['a', '2'],
        ['b', '3'],
      ]),
    ).toEqual({ count: 2, twice: ['a'] });
  },
);

/** The heads, and those that stand before more than one thing. */
function repeated(pairs: readonly (readonly [head: string, of: string])[]): {
  readonly count: number;
  readonly twice: readonly string[];
} {
  const seen = new Map<string, Set<string>>();
  for (const [head, of] of pairs) seen.set(head, (seen.get(head) ?? new Set()).add(of));
  return {
    count: seen.size,
    twice: [...seen].filter(([, things]) => things.size > 1).map(([head]) => head),
  };
}

test.each(PLANTS.map((plant) => [plant.leak, plant] as const))(
  'S93 the thief finds %s',
  PATIENCE,
  async (_, plant) => {
    const life = await lifeOn('sqlite');
    const { data, keys, rootKey } = life;
    const loot = lootWith(plant, data, rootKey);
    const { marks, opened } = rob(loot, openedAt(life, 'after erasing'));
    const guessed = plant.by === 'guessed' ? guess(loot, openAll(loot, keys)) : [];
    const found = { marks: marks.length > 0, opened: opened.length > 0, guessed: guessed.length > 0 };
    expect(found).toEqual({ marks: false, opened: false, guessed: false, [plant.by]: true });
  },
);

test(
  'S93 the thief finds a key in a row of Postgres, and in its files a row that was deleted',
  PATIENCE,
  async () => {
    const life = await lifeOn('postgres');
    const { store = '', take, rootKey } = life;
    await askPostgres(store, async (ask) => {
      await ask('CREATE TABLE strange (a bytea)');
      await ask("INSERT INTO strange VALUES (decode(?, 'hex'))", rootKey.toString('hex'));
      await ask('CREATE TABLE deleted (a text)');
      await ask('INSERT INTO deleted VALUES (?)', mark('deleted'));
      await ask('DELETE FROM deleted');
    });
    const { marks, opened } = rob(await take(), openedAt(life, 'after erasing'));
    expect(marks.map(({ where }) => where)).toContain('heap/deleted');
    expect(marks.some(({ where }) => where.startsWith('wal/'))).toBe(true);
    expect(opened.length).toBeGreaterThan(0);
  },
);

test('S94 what is readable in the data folder is exactly what SECURITY.md names', PATIENCE, async () => {
  const said = readFileSync(join(root, 'SECURITY.md'), 'utf8').replaceAll('\n', ' ').replace(/ +/g, ' ');
  const [, list = ''] = /files as they are: ([^.]+)\./.exec(said) ?? [];
  expect(list.split(/, | and /)).toEqual(EXCEPTIONS.map(({ says }) => says));
  expect(said).toContain('the addresses and programs of `mcp.json`');
  expect(said).toContain('hashes of the paths of workspaces');
  // And each of them is really so.
  const { loots } = await lifeOn('sqlite');
  const readable = loots['after the end'].files.filter(
    ({ name, bytes }) => findMarks(bytes, name).length > 0,
  );
  const folders = new Set(readable.map(({ name }) => exceptionOf(name)?.says ?? name));
  expect([...folders].sort()).toEqual([...EXCEPTIONS.map(({ says }) => says), MCP_FILE].sort());
});

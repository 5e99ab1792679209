import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { projectFiles, root } from './support/project-files.ts';

// The one-way law. Folders of a package stand in groups; a folder may import from itself and from groups
// before its own, never from a neighbour in its group or from a group after it.
const FOLDERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  engine: [
    ['wire', 'vault'],
    ['json'],
    ['calls'],
    ['message'],
    ['approval'],
    ['run'],
    ['record'],
    ['markdown'],
    ['content'],
    ['document', 'timeline'],
    ['paste'],
  ],
  server: [
    ['side', 'vault'],
    ['store', 'models', 'tools'],
    ['checkpoints', 'files'],
    ['agent', 'worker'],
    ['http'],
  ],
  react: [
    ['words', 'page'],
    ['client'],
    ['vault'],
    ['approval', 'embeds'],
    ['files'],
    ['timeline', 'document'],
    ['composer', 'chat'],
    ['assistant-ui', 'tiptap'],
  ],
};

// The same law within a large folder: its rooms stand in groups. `.` stands for the files beside the rooms.
const ROOMS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'engine/src/document': [['language'], ['.'], ['draft'], ['message'], ['print']],
  'engine/src/run': [['.'], ['api']],
  'server/src/models': [['adapter'], ['anthropic', 'openai', 'gemini', 'text-calls'], ['demo', 'catalog']],
  'server/src/store/verbs': [['account', 'vault'], ['.']],
  'server/src/store': [
    ['.'],
    ['seal'],
    ['keyring'],
    ['verbs'],
    ['whole'],
    ['schema'],
    ['sqlite', 'postgres'],
    ['backup'],
  ],
  'server/src/tools': [
    ['workspace', 'lines', 'definitions'],
    ['define', 'edit-file'],
    ['apply-diff', 'diff', 'walk', 'command', 'images', 'modes', 'web'],
    ['jobs', 'code-index', 'mcp', 'browser', 'instructions', 'focus', 'task'],
    ['files', 'search'],
    ['.'],
  ],
  'server/src/agent': [['log'], ['lease', 'calls'], ['plan'], ['model'], ['loop'], ['run']],
  'server/src/http': [['request'], ['stream'], ['sign-in', 'turn', 'vault'], ['routes'], ['.']],
  'react/src/approval': [
    ['shown', 'controls', 'kept'],
    ['decision', 'form', 'diff'],
    ['feedback', 'panel'],
    ['card'],
  ],
  'react/src/embeds': [['.', 'sheet'], ['highlight', 'copy'], ['box'], ['full-screen']],
  'react/src/timeline': [['step'], ['tool'], ['change'], ['own'], ['.']],
  'react/src/chat': [
    ['state', 'answer', 'payloads'],
    ['notices'],
    ['spoken', 'message'],
    ['transcript'],
    ['tray'],
  ],
  'app/src': [['keys'], ['.'], ['backup', 'doctor', 'lan', 'observe'], ['serve'], ['command']],
  'app/web': [
    ['base'],
    ['vault'],
    ['list', 'keys'],
    ['frame', 'diagram', 'told', 'files'],
    ['trace'],
    ['settings', 'chat', 'search'],
    ['.'],
  ],
};

const MOST_FILES = 25;

// The imports from outside that a package may have. `*` stands for any declared dependency that is not ours.
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  engine: ['zod/mini', '@noble/hashes', 'character-entities', 'unbash'],
  server: ['node:', '@millrace/engine', '*'],
  react: ['@millrace/engine', '*'],
  app: ['node:', '@millrace/server', '*'],
  web: ['@millrace/engine', '@millrace/react', '*'],
};

/** The files beside the folders that a package.json exports: they list names of their package, which never imports them. */
const ENTRIES = new Set(
  Object.keys(FOLDERS).flatMap((name) => {
    const { exports } = JSON.parse(readFileSync(join(root, `packages/${name}/package.json`), 'utf8'));
    return Object.values(exports as Record<string, { readonly 'millrace-source'?: string }>)
      .map((entry) => posix.join('packages', name, entry['millrace-source'] ?? ''))
      .filter((file) => place(file).folder === '');
  }),
);

interface Import {
  /** From the root of the project: `packages/engine/src/wire/encode-sse.ts`. */
  readonly file: string;
  readonly specifier: string;
}

/** The sentence that says how an import breaks the law; undefined when it keeps it. */
function violation({ file, specifier }: Import): string | undefined {
  const from = place(file);
  const blame = (why: string): string => `${file} imports ${specifier}: ${why}`;
  if (!specifier.startsWith('.')) {
    const allowed = PACKAGES[from.package] ?? [];
    const kind = specifier.startsWith('node:') ? 'node:' : specifier.startsWith('@millrace/') ? 'ours' : '*';
    const ok = allowed.some(
      (name) => name === kind || specifier === name || specifier.startsWith(`${name}/`),
    );
    return ok ? undefined : blame(`${from.package} may import only ${allowed.join(', ') || 'itself'}`);
  }
  const path = posix.join(posix.dirname(file), specifier);
  const to = place(path);
  if (to.package !== from.package) return blame('packages import each other by name, through their root');
  if (!keepsRooms(file, posix.join(posix.dirname(file), specifier)))
    return blame('the room stands before or beside the other one');
  const groups = FOLDERS[from.package];
  if (groups === undefined || ENTRIES.has(file)) return undefined;
  if (ENTRIES.has(path)) return blame('only other packages import an entry');
  if (from.folder === to.folder) return undefined;
  // A file beside the folders, such as the strings, is the ground floor.
  const rank = (folder: string): number =>
    folder === '' ? -1 : groups.findIndex((group) => group.includes(folder));
  if (from.folder !== '' && rank(from.folder) < 0)
    return blame(`the law does not know the folder ${from.folder}`);
  return rank(to.folder) < rank(from.folder)
    ? undefined
    : blame(`${from.folder} stands before or beside ${to.folder}`);
}

/** Tells whether an import within a large folder goes to its own room or to one of an earlier group. */
function keepsRooms(file: string, target: string): boolean {
  const large = Object.keys(ROOMS).find((name) => file.startsWith(`packages/${name}/`));
  if (large === undefined || !target.startsWith(`packages/${large}/`)) return true;
  const roomOf = (path: string): string => {
    const rest = path.slice(`packages/${large}/`.length).split('/');
    return rest.length > 1 ? (rest[0] ?? '') : '.';
  };
  const [from, to] = [roomOf(file), roomOf(target)];
  const rank = (room: string): number => ROOMS[large]?.findIndex((group) => group.includes(room)) ?? -1;
  return from === to || (rank(to) >= 0 && rank(to) < rank(from));
}

function place(path: string): { package: string; folder: string; file: string } {
  const [, name = '', top = '', ...rest] = path.split('/');
  if (top === 'web') return { package: 'web', folder: '', file: rest.join('/') };
  return { package: name, folder: rest.length > 1 ? (rest[0] ?? '') : '', file: rest.join('/') };
}

/** The files that ship, without tests, contract suites and configurations. */
function productFiles(): string[] {
  const isCode = (file: string): boolean => /^packages\/\w+\/(src|web)\/.*\.(tsx?|css)$/.test(file);
  const isTest = (file: string): boolean =>
    /\.test\.tsx?$|-contract\.ts$|\/contract\/|\.config\.ts$/.test(file);
  return projectFiles('packages').filter((file) => isCode(file) && !isTest(file));
}

function readImports(): Import[] {
  const files = productFiles().filter((file) => !file.endsWith('.css'));
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
    const found = source.matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g);
    return Array.from(found, ([, specifier = '']) => ({ file, specifier }));
  });
}

test('H10 every import keeps the one-way law', () => {
  const imports = readImports();
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.flatMap((each) => violation(each) ?? [])).toEqual([]);
});

test('H10 no folder has more product files than can be read at a glance', () => {
  const counts = new Map<string, number>();
  for (const file of productFiles())
    counts.set(posix.dirname(file), (counts.get(posix.dirname(file)) ?? 0) + 1);
  expect(Object.fromEntries([...counts].filter(([, count]) => count > MOST_FILES))).toEqual({});
});

test('H10 every room of a large folder is in the law, and every room in the law exists', () => {
  const files = productFiles();
  for (const [large, groups] of Object.entries(ROOMS)) {
    const inside = files.filter((file) => file.startsWith(`packages/${large}/`));
    const rooms = inside.map((file) => file.slice(`packages/${large}/`.length).split('/'));
    const found = new Set(rooms.map((rest) => (rest.length > 1 ? (rest[0] ?? '') : '.')));
    const isCss = (room: string): boolean =>
      room === '.' && inside.every((file) => !isBeside(file, large) || file.endsWith('.css'));
    expect([...found].filter((room) => !isCss(room)).sort(), large).toEqual([...groups.flat()].sort());
  }
});

function isBeside(file: string, large: string): boolean {
  return posix.dirname(file) === `packages/${large}`;
}

test.each([
  ['server/src/agent/log/a.ts', '../loop/run-turn.ts', 'a room imports a later one'],
  ['server/src/models/openai/a.ts', '../gemini/b.ts', 'neighbouring rooms import each other'],
  ['server/src/models/adapter/a.ts', '../new/b.ts', 'a room that the law does not know'],
  ['react/src/chat/answer/a.ts', '../transcript/b.ts', 'an answer imports the transcript'],
  ['engine/src/wire/a.ts', '../run/api/api.ts', 'a stage imports a later one'],
  ['engine/src/document/a.ts', '../timeline/b.ts', 'neighbours import each other'],
  ['engine/src/wire/a.ts', 'node:fs', 'the engine does I/O'],
  ['engine/src/wire/a.ts', 'react', 'the engine knows React'],
  ['engine/src/wire/a.ts', '../index.ts', 'a package imports its own root'],
  ['engine/src/run/a.ts', '../message.ts', 'a package imports an entry of its own'],
  ['engine/src/new/a.ts', '../wire/b.ts', 'a folder that the law does not know'],
  ['server/src/store/a.ts', '../models/model.ts', 'store imports models'],
  ['server/src/models/a.ts', '../store/store.ts', 'models import store'],
  ['server/src/agent/a.ts', '../http/b.ts', 'agent imports http'],
  ['server/src/http/a.ts', '@millrace/react', 'server imports react'],
  ['server/src/http/a.ts', '../../../engine/src/index.ts', 'a package reaches into another'],
  ['react/src/client/a.ts', '../chat/b.ts', 'client imports chat'],
  ['react/src/chat/a.ts', '../composer/b.ts', 'chat imports composer'],
  ['react/src/chat/a.ts', '@millrace/server', 'react imports server'],
  ['react/src/chat/a.ts', 'node:fs', 'react imports Node'],
  ['app/web/a.tsx', '@millrace/server', 'the page imports the server'],
  ['app/src/a.ts', '@millrace/react', 'the command imports the page'],
  ['app/src/doctor/a.ts', '../command/b.ts', 'a check imports the command'],
])('H10 %s -> %s is a violation: %s', (file, specifier) => {
  expect(violation({ file: `packages/${file}`, specifier })).toContain(specifier);
});

test.each([
  ['engine/src/run/a.ts', '../message/b.ts'],
  ['engine/src/run/a.ts', './b.ts'],
  ['engine/src/index.ts', './run/b.ts'],
  ['engine/src/sse.ts', './wire/b.ts'],
  ['server/src/http/a.ts', '@millrace/engine/sse'],
  ['server/src/http/a.ts', '../store/store.ts'],
  ['server/src/http/deep/a.ts', '../../agent/b.ts'],
  ['react/src/chat/a.tsx', '../strings.ts'],
  ['react/src/chat/a.tsx', 'react'],
  ['app/web/a.tsx', '@millrace/react/styles.css'],
])('H10 %s -> %s keeps the law', (file, specifier) => {
  expect(violation({ file: `packages/${file}`, specifier })).toBeUndefined();
});

import { execFileSync } from 'node:child_process';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runs } from '../../../../../fixtures/long.ts';
import { pathNames } from './path-names.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

const SECRET = 'the secret of the canary';

let base: string;
let root: string;
let outside: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'millrace-workspace-'));
  [root, outside] = [join(base, 'root'), join(base, 'outside')];
  for (const folder of [root, join(root, 'src/deep'), outside, join(outside, 'inner'), join(base, 'root2')])
    mkdirSync(folder, { recursive: true });
  for (const file of [join(outside, 'secret.txt'), join(outside, 'inner/b.txt'), join(base, 'root2/a.txt')])
    writeFileSync(file, SECRET);
  writeFileSync(join(root, 'a.txt'), 'inside\n');
  writeFileSync(join(root, 'src/deep/b.txt'), 'inside\n');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** Links of every kind in the root. */
function plantLinks(): void {
  const links: readonly (readonly [string, string])[] = [
    ['out', outside],
    ['up', '..'],
    ['secret.txt', join(outside, 'secret.txt')],
    ['relative.txt', '../outside/secret.txt'],
    ['dangling.txt', join(outside, 'new.txt')],
    ['dangling', join(outside, 'new-folder')],
    ['again', 'out'],
    ['loop', 'loop'],
    ['self', '.'],
    ['disk', '/'],
    ['proc', '/proc/self'],
    ['fds', '/proc/self/fd'],
    ['src/out', '../../outside'],
    ['src/deep/out', outside],
    ['src/deep/secret.txt', '../../../outside/secret.txt'],
    ['back', '../outside/home'],
    ['within', 'src/deep'],
    ['within.txt', 'src/deep/b.txt'],
    ['CON', outside],
  ];
  for (const [path, to] of links) symlinkSync(to, join(root, path));
  // Out of the workspace and back into it.
  symlinkSync(root, join(outside, 'home'));
}

/** Everything beside the root: names, kinds, contents and times. */
function canary(): string {
  const walk = (folder: string): readonly string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (path === root) return [];
      const { mtimeMs, mode } = lstatSync(path);
      const line = `${path} ${mtimeMs} ${mode} ${entry.isFile() ? readFileSync(path, 'utf8') : ''}`;
      return entry.isDirectory() ? [line, ...walk(path)] : [line];
    });
  return walk(base).join('\n');
}

/** Does everything with a path and gives back all that was said, refusals too. */
async function tryAll(workspace: Workspace, path: string): Promise<string> {
  const said: string[] = [];
  for (const attempt of [
    () => workspace.stat(path),
    () => workspace.resolve(path),
    () => workspace.list(path),
    () => workspace.readText(path),
    () => workspace.writeText(path, 'written'),
    () => workspace.writeBytes(path, new Uint8Array(3)),
    () => workspace.readBytes(path),
    () => workspace.readText(path),
    () => workspace.remove(path),
    () => workspace.writeText(`${path}/new.txt`, 'written'),
    () => workspace.remove(`${path}/new.txt`),
  ]) {
    try {
      said.push(JSON.stringify((await attempt()) ?? null));
    } catch (error) {
      expect(error).toMatchObject({ name: 'WorkspaceError' });
      said.push(String(error));
    }
  }
  return said.join('\n');
}

const DOTS = ['..', '../', './..', 'src/..', 'src/../..', 'src/deep/../../..', '../..', '../../../../../..'];
const PLACES = [
  'outside',
  'outside/secret.txt',
  'outside/inner/b.txt',
  'outside/new.txt',
  'root2/a.txt',
  'root',
];
const CLIMBS = DOTS.flatMap((dots) => [dots, ...PLACES.map((place) => `${dots}/${place}`)]);
const LINKS = [
  'out up secret.txt relative.txt dangling.txt dangling again loop self disk proc fds src/out src/deep/out',
  'src/deep/secret.txt back within within.txt CON',
]
  .join(' ')
  .split(' ')
  .flatMap((link) => [
    link,
    `${link}/`,
    `${link}/.`,
    `./${link}`,
    `${link}/secret.txt`,
    `${link}/inner/b.txt`,
  ])
  .concat(
    'back/a.txt back/src/deep/b.txt self/a.txt self/self/out/secret.txt up/outside/secret.txt within/b.txt'.split(
      ' ',
    ),
    'disk/etc/passwd disk/proc/self/environ proc/environ proc/root/etc/passwd proc/cwd fds/0 fds/1 again/inner'.split(
      ' ',
    ),
  );
const ABSOLUTE = [
  '/ // /etc/passwd //etc/passwd /proc/self/environ /proc/self/cwd/package.json /proc/self/root/etc/passwd',
  '/proc/self/fd/0 /dev/null /dev/stdin /dev/fd/0 /sys/kernel /tmp file:///etc/passwd ~ ~/x ~root/.ssh ~/.ssh/id_rsa',
]
  .join(' ')
  .split(' ');
const WINDOWS = [
  'C:\\Windows C:/Windows c:x C: C:\\ C:..\\x Z:/a \\\\server\\share \\\\?\\C:\\x \\\\.\\pipe\\x //server/share //?/C:/x',
  '\\ \\x src\\a.txt ..\\outside\\secret.txt src\\..\\..\\outside ..\\ .\\..\\ src/..\\../outside %5c..%5cx',
]
  .join(' ')
  .split(' ');
const UNSEEN = [0, 1, 7, 8, 9, 10, 13, 27, 31, 127, 0x85, 0x9f, 0xad, 0x200b, 0x200d, 0x200e, 0x2028, 0x2029]
  .concat([0x202e, 0x2060, 0x2066, 0xfeff, 0xd800, 0xdfff, 0xe0001])
  .flatMap((code) => {
    const char = code >= 0xd800 && code <= 0xdfff ? String.fromCharCode(code) : String.fromCodePoint(code);
    return [`a${char}.txt`, `${char}a.txt`, `..${char}/outside/secret.txt`, `a.txt${char}`];
  });
const PROTECTED = [
  '.GIT .Git .gIT .git. .git.. .git... .git::$DATA .git:x .git::$INDEX_ALLOCATION GIT~1 git~2 .MILLRACE .millrace. MILLRA~1',
  '.ｇｉｔ ．git .g\uFE0Fit .gi\u034Ft .ᵍit .GIT/config src/.GIT/hooks .Millrace/rules millra~1/rules .millrace:x/a',
]
  .join(' ')
  .split(' ')
  .concat(['.git ', '.git  ', ' .git', '.git. .', '.millrace ', ' .millrace/rules', '.git /config']);
const ENDS = [
  'a.txt.',
  'a.txt ',
  'a.txt. ',
  'src./a.txt',
  'src /a.txt',
  '...',
  '. ',
  '.. ',
  ' ..',
  '.. /outside',
  '..../x',
];
const LONG = [
  'x'.repeat(256),
  'é'.repeat(128),
  `${'x'.repeat(256)}/a`,
  'x/'.repeat(2100),
  '../'.repeat(1400),
  '',
];
const HOSTILE = [
  ...new Set([...CLIMBS, ...LINKS, ...ABSOLUTE, ...WINDOWS, ...UNSEEN, ...PROTECTED, ...ENDS, ...LONG]),
];

test.each([true, false])(
  'A80 no hostile path reads or writes anything outside (descriptors: %s)',
  async (descriptors) => {
    expect(HOSTILE.length).toBeGreaterThan(300);
    plantLinks();
    const workspace = openWorkspace(root, { descriptors });
    const before = canary();
    for (const [i, path] of HOSTILE.entries()) {
      const said = await tryAll(workspace, path);
      expect(said, path).not.toContain(SECRET);
      expect(said, path).not.toContain('root:x:');
      if (i % 20 === 0) expect(canary(), path).toBe(before);
    }
    expect(canary()).toBe(before);
  },
);

test('A485 hostile paths are refused, not read as something else', async () => {
  plantLinks();
  const workspace = openWorkspace(root);
  // Plain names on the file systems of Linux.
  const plain = new Set(['%5c..%5cx', 'file:///etc/passwd']);
  for (const path of HOSTILE.filter((each) => !plain.has(each)))
    await expect(workspace.writeText(path, 'x'), path).rejects.toMatchObject({ name: 'WorkspaceError' });
  for (const path of [...CLIMBS, ...ABSOLUTE.filter((each) => !each.startsWith('file:'))])
    await expect(workspace.readText(path), path).rejects.toMatchObject({ code: 'outside' });
  for (const path of LINKS)
    await expect(workspace.readText(path), path).rejects.toMatchObject({ code: 'link' });
  for (const path of [...UNSEEN, ...PROTECTED])
    await expect(workspace.readText(path), path).rejects.toMatchObject({ code: 'bad_path' });
});

const piece = fc.oneof(
  fc.constantFrom(
    '..',
    '.',
    '',
    'src',
    'deep',
    'a.txt',
    'out',
    'up',
    'again',
    'self',
    'back',
    'outside',
    'disk',
  ),
  fc.constantFrom('secret.txt', 'inner', 'root', 'proc', 'dangling', '/', '\\', 'C:', '~', '.git', 'new'),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const anyPath = fc.oneof(
  fc.array(piece, { maxLength: 6 }).map((names) => names.join('/')),
  fc.array(piece, { maxLength: 4 }).map((names) => names.join('')),
  fc
    .array(piece, { maxLength: 4 })
    .map((names) => join(root, ...names.map((name) => name.replaceAll('\0', '0')))),
  fc.array(piece, { maxLength: 4 }).map((names) => `${root}/${names.join('/')}`),
);

test('A80 whatever the path, nothing outside is read or written', async () => {
  plantLinks();
  const before = canary();
  await fc.assert(
    fc.asyncProperty(anyPath, fc.boolean(), async (path, descriptors) => {
      const said = await tryAll(openWorkspace(root, { descriptors }), path);
      expect(said).not.toContain(SECRET);
      expect(canary()).toBe(before);
    }),
    { numRuns: runs(200) },
  );
});

test.each([
  ['a.txt', 'a.txt'],
  ['./src//deep/./b.txt', 'src/deep/b.txt'],
  ['src/', 'src'],
  ['.', '.'],
  ['.git/config', '.git/config'],
  ['.gitignore', '.gitignore'],
  ['.github/x.yml', '.github/x.yml'],
  ['..a/b..c', '..a/b..c'],
  ['NUL', 'NUL'],
  ['com1.txt', 'com1.txt'],
  ['a:b', undefined],
  ['ab:c', 'ab:c'],
  ['~$doc.txt', '~$doc.txt'],
  ['ünï/日本.txt', 'ünï/日本.txt'],
  ['/w/src/a.txt', 'src/a.txt'],
  ['/w', '.'],
  ['/w/', '.'],
  ['/w//etc/passwd', 'etc/passwd'],
  ['/w2/a', undefined],
  ['/w/../a', undefined],
])('A485 the names of %s: %s', (path, names) => {
  const found = (): string => pathNames(path, '/w', 'linux').join('/') || '.';
  if (names === undefined) expect(found).toThrow();
  else expect(found()).toBe(names);
});

test.each(['NUL', 'a/con.txt', 'ab:c', 'a*', 'x|y'])('A485 Windows does not take the name %s', (path) => {
  expect(() => pathNames(path, '/w', 'win32')).toThrow(/Windows/);
});

test.each([true, false])('A80 a whole disk is no workspace (descriptors: %s)', async (descriptors) => {
  symlinkSync('/', join(base, 'disk'));
  for (const disk of ['/', '//', join(base, 'disk')])
    for (const path of ['etc/passwd', '.'])
      await expect(openWorkspace(disk, { descriptors }).list(path)).rejects.toThrow(/whole disk/);
});

test('A80 a workspace may stand behind a link; a missing one is told', async () => {
  symlinkSync(root, join(base, 'entry'));
  expect((await openWorkspace(join(base, 'entry')).readText('a.txt')).text).toBe('inside\n');
  for (const descriptors of [true, false])
    await expect(openWorkspace(join(base, 'none'), { descriptors }).readText('a')).rejects.toThrow(
      /workspace folder .*none" cannot be opened/,
    );
});

test.each([true, false])(
  'A81 a link is refused and says where it leads inside (descriptors: %s)',
  async (descriptors) => {
    plantLinks();
    const workspace = openWorkspace(root, { descriptors });
    await expect(workspace.readText('within.txt')).rejects.toThrow(
      'is a link to "src/deep/b.txt". Use that path.',
    );
    await expect(workspace.readText('within/b.txt')).rejects.toThrow('"within" is a link to "src/deep".');
    await expect(workspace.readText('back/a.txt')).rejects.toThrow('"back" is a link to ".".');
    await expect(workspace.readText('secret.txt')).rejects.toThrow(/leads out of the workspace, or nowhere/);
    await expect(workspace.writeText('dangling.txt', 'x')).rejects.toMatchObject({ code: 'link' });
    await expect(workspace.writeText('src/out/x', 'x')).rejects.toMatchObject({ code: 'link' });
    await expect(workspace.resolve('out')).rejects.toMatchObject({ code: 'link' });
    expect(await workspace.stat('out')).toMatchObject({ kind: 'link' });
    expect(await workspace.list('src')).toEqual([
      { name: 'deep', kind: 'folder' },
      { name: 'out', kind: 'link' },
    ]);
  },
);

test('A81 a folder that is swapped for a link all the time never lets anything out', async () => {
  const workspace = openWorkspace(root, { descriptors: true });
  mkdirSync(join(root, 'x'));
  writeFileSync(join(root, 'x/secret.txt'), 'inside');
  symlinkSync(outside, join(root, 'y'));
  const before = canary();
  let stop = false;
  // A folder that was made meanwhile is in its place, and may be made once more.
  const put = (from: string, to: string): void => {
    try {
      rmSync(join(root, to), { recursive: true, force: true });
      renameSync(join(root, from), join(root, to));
    } catch {
      put(from, to);
    }
  };
  const swap = async (): Promise<void> => {
    while (!stop) {
      for (const [from, to] of [
        ['x', 'z'],
        ['y', 'x'],
        ['x', 'y'],
        ['z', 'x'],
      ] as const) {
        put(from, to);
        await new Promise(setImmediate);
      }
    }
  };
  const swapping = swap();
  for (let i = 0; i < 100; i++) {
    const read = await workspace.readText('x/secret.txt').catch(() => undefined);
    expect(read?.text ?? '').not.toContain(SECRET);
    await workspace.writeText('x/secret.txt', `inside ${i}`).catch(() => {});
    await workspace.writeText(`x/new${i}/n.txt`, 'x').catch(() => {});
  }
  stop = true;
  await swapping;
  expect(canary()).toBe(before);
});

test('A81 another name of a file outside is not written through', async () => {
  linkSync(join(outside, 'secret.txt'), join(root, 'hard.txt'));
  await openWorkspace(root).writeText('hard.txt', 'mine');
  expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe(SECRET);
});

test('A81 what is neither file nor folder is not waited for', async () => {
  execFileSync('mkfifo', [join(root, 'pipe')]);
  const workspace = openWorkspace(root);
  await expect(workspace.readText('pipe')).rejects.toThrow('"pipe" is not a regular file.');
  await expect(workspace.writeText('pipe', 'x')).rejects.toMatchObject({ code: 'not_a_file' });
  await expect(workspace.readText('src')).rejects.toThrow('"src" is a folder.');
  await expect(workspace.writeText('.', 'x')).rejects.toMatchObject({ code: 'not_a_file' });
  await expect(workspace.readText('a.txt/b')).rejects.toMatchObject({ code: 'not_a_folder' });
  await expect(workspace.readText('none/b')).rejects.toMatchObject({ code: 'not_found' });
  expect(await workspace.stat('none/b')).toBeUndefined();
  await expect(workspace.resolve('none', { mustExist: true })).rejects.toMatchObject({ code: 'not_found' });
  expect(await workspace.resolve('none/b')).toEqual({
    path: 'none/b',
    absolute: join(root, 'none/b'),
    kind: undefined,
  });
});

test('T69 bytes are read and written as they are, under the same guards', async () => {
  const workspace = openWorkspace(root);
  const bytes = Uint8Array.of(0, 255, 13, 10, 0xd8, 0);
  expect(await workspace.writeBytes('new/a.bin', bytes, { expected: null })).toMatchObject({ created: true });
  const { bytes: read, version } = await workspace.readBytes('new/a.bin');
  expect(new Uint8Array(read)).toEqual(bytes);
  await expect(workspace.writeBytes('new/a.bin', Uint8Array.of(2), { expected: null })).rejects.toMatchObject(
    {
      code: 'changed',
    },
  );
  expect(await workspace.writeBytes('new/a.bin', Uint8Array.of(1), { expected: version })).toMatchObject({
    created: false,
  });
  await expect(workspace.readBytes('none.bin')).rejects.toMatchObject({ code: 'not_found' });
  const large = new Uint8Array(10 * 1024 * 1024 + 1);
  await expect(workspace.writeBytes('new/b.bin', large)).rejects.toMatchObject({ code: 'too_large' });
  expect(readdirSync(join(root, 'new'))).toEqual(['a.bin']);
});

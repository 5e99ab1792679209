import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { projectFiles, root } from './support/project-files.ts';

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'SPEC.md',
  'CHANGELOG.md',
  ...['engine', 'server', 'react', 'app'].map((name) => `packages/${name}/README.md`),
  ...projectFiles('docs'),
].filter((file) => file.endsWith('.md'));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
// Inside the project, so that its packages resolve as they do for its own code.
const folder = join(root, 'tests/dist/docs');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('U30 every code block of the documents compiles', () => {
  const blocks = documents.flatMap((file) =>
    Array.from(read(file).matchAll(/^```(tsx?)\n([\s\S]*?)^```$/gm), ([, kind = '', code = '']) => ({
      file,
      kind,
      code,
    })),
  );
  expect(blocks.length).toBeGreaterThan(0);
  mkdirSync(folder, { recursive: true });
  for (const [i, { file, kind, code }] of blocks.entries()) {
    writeFileSync(join(folder, `block-${i}.${kind}`), `// ${file}\n${code}\nexport {};\n`);
  }
  // As every bundler's own types say it.
  writeFileSync(join(folder, 'styles.d.ts'), "declare module '*.css';\n");
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../../tsconfig.base.json',
      compilerOptions: {
        noEmit: true,
        composite: false,
        declaration: false,
        declarationMap: false,
        noUnusedLocals: false,
        jsx: 'react-jsx',
        lib: ['es2023', 'dom', 'dom.iterable'],
        types: ['node'],
        rewriteRelativeImportExtensions: false,
        // As somebody who installed the packages sees them.
        customConditions: [],
      },
      include: ['.'],
    }),
  );
  const { stdout, status } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  expect(status).toBe(0);
}, 60_000);

test('U30 every link of the documents to a file of the project leads somewhere', () => {
  const dead = documents.flatMap((file) =>
    Array.from(read(file).matchAll(/\]\(([^)#\s]+)[^)]*\)/g), ([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(file), target)))
      .map((target) => `${file}: ${target}`),
  );
  expect(dead).toEqual([]);
});

test('U30 the README stays short and shows the two commands', () => {
  const readme = read('README.md');
  expect(readme.split('\n').length).toBeLessThanOrEqual(150);
  expect(readme).toContain('npm ci && npm start');
  expect(readme).toContain('npm ci && npm test');
  expect(read('ARCHITECTURE.md').split('\n').length).toBeLessThanOrEqual(200);
});

test('H262 each path that ARCHITECTURE.md names is there', () => {
  const files = ['packages', 'tests', 'docs', 'fixtures', 'bench', 'scripts'].flatMap(projectFiles);
  const named = Array.from(read('ARCHITECTURE.md').matchAll(/`([\w./*-]+)`/g), ([, path = '']) => path);
  const isThere = (path: string): boolean => {
    const end = new RegExp(`(^|/)${path.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
    return files.some((file) => end.test(file));
  };
  const paths = named.filter((name) => /\.(tsx?|mjs|md)$/.test(name));
  const folders = named.filter((name) => /^(engine|server|react|app)\/src\//.test(name));
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
  expect(folders.filter((name) => !existsSync(join(root, 'packages', name)))).toEqual([]);
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFiles, root } from './support/project-files.ts';

interface Manifest {
  readonly name: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const manifest = (path: string): Manifest => JSON.parse(read(`${path}/package.json`));
const packages = ['engine', 'server', 'react', 'app'].map((name) => manifest(`packages/${name}`));

/** The dependencies that ship: those of the packages, those that an app brings along, and those inside the built page. */
function runtimeDependencies(): string[] {
  const page = projectFiles('packages/app/web')
    .filter((file) => /\.tsx?$/.test(file) && !/\.(config|test)\.tsx?$/.test(file))
    .flatMap((file) =>
      Array.from(read(file).matchAll(/(?:from|import) '([^'.][^']*)'/g), ([, name = '']) => packageOf(name)),
    );
  const declared = packages.flatMap(({ dependencies, peerDependencies }) =>
    Object.keys({ ...dependencies, ...peerDependencies }),
  );
  return [...new Set([...declared, ...page])].filter((name) => !name.startsWith('@millrace/')).sort();
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

const rows = Array.from(
  read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm),
  ([, name = '', version = '', licence = '']) => ({ name, version: version.trim(), licence: licence.trim() }),
);

/** A package of ours may have a copy of its own, when a tool for development brings another version. */
function installedAs(name: string): { version: string; license: string } {
  const place = ['packages/server', 'packages/react', 'packages/engine', 'packages/app', '.']
    .map((folder) => join(root, folder, 'node_modules', name, 'package.json'))
    .find((path) => existsSync(path));
  if (place === undefined) throw new Error(`${name} is not installed.`);
  return JSON.parse(readFileSync(place, 'utf8'));
}

test('H12 docs/dependencies.md lists exactly what ships, with version and licence', () => {
  expect(rows.map(({ name }) => name).sort()).toEqual(runtimeDependencies());
  for (const { name, version, licence } of rows) {
    const installed = installedAs(name);
    expect({ name, version, licence }).toEqual({
      name,
      version: installed.version,
      licence: installed.license,
    });
  }
});

test('H12 what ships has a permissive licence and no install script', () => {
  const permissive = [
    'MIT',
    'ISC',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'OFL-1.1',
    'Unlicense',
    '0BSD',
  ];
  // Either of two, of which one is enough.
  const either = ['MIT/Apache-2.0', '(MPL-2.0 OR Apache-2.0)'];
  // Its licence file says MIT; its manifest says nothing.
  const untold = ['node_modules/khroma'];
  const lock = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: boolean; license?: string; hasInstallScript?: boolean; link?: boolean }>;
  };
  const shipped = Object.entries(lock.packages).filter(
    ([path, entry]) => path.includes('node_modules/') && !entry.dev && !entry.link,
  );
  expect(shipped.length).toBeGreaterThan(5);
  for (const [path, { license, hasInstallScript }] of shipped) {
    const isFree = [...permissive, ...either].includes(license ?? '') || untold.includes(path);
    expect([path, isFree, hasInstallScript ?? false]).toEqual([path, true, false]);
  }
});

test('H12 every version is exact', () => {
  for (const { name, dependencies, devDependencies } of [...packages, manifest('.'), manifest('bench')]) {
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      // A second version of a package has another name.
      ([, version]) => !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect([name, loose]).toEqual([name, []]);
  }
});

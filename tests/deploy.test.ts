import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { VARIABLES } from '../packages/app/src/variables.ts';
import { root } from './support/project-files.ts';

const fileOf = (name: string): string => readFileSync(join(root, 'deploy', name), 'utf8');
const known = new Set(VARIABLES.map(({ name }) => name));
const named = (text: string): string[] => [...new Set(text.match(/\bMILLRACE_[A-Z_]+\b/g))];

interface Service {
  readonly user?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly stop_grace_period?: string;
  readonly volumes?: readonly string[];
  readonly deploy?: { readonly replicas?: number };
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

test.each(['Dockerfile', 'compose.yaml', 'compose.postgres.yaml', 'millrace.service'])(
  'O75 %s names only variables that there are',
  (name) => {
    expect(named(fileOf(name)).filter((each) => !known.has(each))).toEqual([]);
    expect(named(fileOf(name))).not.toEqual([]);
  },
);

test.each([
  ['compose.yaml', 1],
  ['compose.postgres.yaml', 3],
] as const)('O75 %s runs %i on a read-only root, with the keys apart from the data', (name, replicas) => {
  const { services, volumes } = parse(fileOf(name)) as Compose;
  const service = services['millrace'];
  expect(service).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    stop_grace_period: '15s',
    volumes: ['data:/data', 'keys:/keys', 'workspace:/workspace'],
  });
  expect(service?.deploy?.replicas ?? 1).toBe(replicas);
  for (const volume of ['data', 'keys', 'workspace']) expect(volumes).toHaveProperty(volume);
});

test('O75 the image runs as another user than root and asks whether its server is well', () => {
  const lines = fileOf('Dockerfile').split('\n');
  const from = lines.findLastIndex((line) => line.startsWith('FROM'));
  const last = lines.slice(from).join('\n');
  expect(last).toMatch(/^USER millrace$/m);
  expect(last.indexOf('USER millrace')).toBeGreaterThan(last.lastIndexOf('\nRUN '));
  expect(last).toMatch(/^HEALTHCHECK [\s\S]*\/healthz/m);
  // Its check is a program that fails where nobody answers.
  const [, program = ''] = /CMD (\["node".*\])/.exec(last) ?? [];
  const [, ...args] = JSON.parse(program) as string[];
  const checked = spawnSync(process.execPath, args, { env: { PORT: '1' } });
  expect(checked.status).toBe(1);
});

const canVerify = spawnSync('systemd-analyze', ['--version']).status === 0;
test.runIf(canVerify)('O75 systemd takes the unit without a warning', () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const unit = join(folder, 'millrace.service');
  writeFileSync(unit, fileOf('millrace.service'));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  const [, exposure] =
    /overall exposure level[^:]*: (\d+\.\d)/i.exec(
      execFileSync('systemd-analyze', ['security', '--offline=yes', '--no-pager', unit], {
        encoding: 'utf8',
      }),
    ) ?? [];
  expect(Number(exposure)).toBeLessThan(4);
});

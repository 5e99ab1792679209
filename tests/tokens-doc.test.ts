import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TOKEN_SCOPES } from '../packages/engine/src/run.ts';
import { createClient } from '../packages/react/src/client/create-client.ts';
import { killCommands, startCommand } from './support/command.ts';
import { root } from './support/project-files.ts';
import { testKeys } from './support/test-keys.ts';

const page = readFileSync(join(root, 'docs/tokens.md'), 'utf8');
const blocks = Array.from(page.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, code = '']) => code);
const millrace = `'${process.execPath}' '${join(root, 'packages/app/millrace.mjs')}'`;

let data: string;
let url: string;
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'millrace-walk-'));
  const server = startCommand([], { MILLRACE_DATA: data, MILLRACE_DEMO_PACE: '1' });
  url = /http:\/\/[\d.:]+/.exec(await server.ready())?.[0] ?? '';
});
afterEach(() => {
  killCommands();
  rmSync(data, { recursive: true, force: true });
});

/** What bash prints for the blocks, one after the other, with this server and this command in the place of the page's. */
async function walk(codes: readonly string[]): Promise<string[]> {
  const [end, script] = ['--- end of the block ---', codes.map(asHere)];
  const bash = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', script.join(`\necho; echo '${end}'\n`)], {
    env: { PATH: process.env['PATH'], MILLRACE_KEYS: testKeys, MILLRACE_DATA: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [bash.stdout, bash.stderr])
    stream.on('data', (bytes: Buffer) => {
      said += bytes.toString();
    });
  const [code] = (await once(bash, 'exit')) as [number | null];
  expect([code, said]).toEqual([0, expect.any(String)]);
  return said.split(end);
}
const asHere = (code: string): string =>
  code.replaceAll('npx millrace', millrace).replace('http://127.0.0.1:4141', url);

test('F88 the walk of docs/tokens.md goes from a token to a streamed answer, a decision and the end of the token', async () => {
  expect(blocks).toHaveLength(5);
  const [made = '', answer = '', asked = '', decided = '', over = ''] = await walk(blocks);
  expect([made.trim(), asked.trim()]).toEqual(['', '']);
  expect(answer).toMatch(/"type":"text_delta"[\s\S]*"type":"complete"/);
  expect(decided).toMatch(/"decision":\{"type":"approve"\}[\s\S]*"from":"My script"/);
  expect(decided).toMatch(/"type":"tool_complete"[\s\S]*"type":"complete"/);
  expect(over).toContain('My script: revoked.');
  expect(over).toContain('"code":"unknown_token"');
});

test('F88 docs/tokens.md has a line for each scope', () => {
  const listed = Array.from(page.matchAll(/^\| `(\w+)` \|/gm), ([, scope]) => scope);
  expect(listed).toEqual([...TOKEN_SCOPES]);
});

test('F88 a program of Node with a token sends a message and follows its run to the end', async () => {
  const [token = ''] = await walk(['npx millrace token create Node --scope read,chat']);
  const client = createClient({ baseUrl: url, token: token.trim() });
  expect((await client.models()).default).not.toBe('');
  await client.createChat('node');
  const { run_id } = await client.sendMessage('node', { command_id: 'c', text: 'Hello' });
  const last = await new Promise((resolve) => {
    const stop = client.watchRun(run_id, {
      onResync: () => {},
      onEvent({ type }) {
        if (type !== 'complete' && type !== 'error') return;
        stop();
        resolve(type);
      },
    });
  });
  expect(last).toBe('complete');
  await expect(client.listTokens()).rejects.toMatchObject({ status: 403, code: 'session_only' });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './support/project-files.ts';

const folder = join(root, 'packages/server/dist');

/** The text of a built file and of all that it imports at once. */
function loadedWith(file: string): string {
  const waiting = new Set([file]);
  let texts = '';
  for (const name of waiting) {
    const text = readFileSync(join(folder, name), 'utf8');
    texts += text;
    for (const [, found = ''] of text.matchAll(
      /^(?:import|export)\b[^'"\n]*["']\.\/(server[\w.-]*\.js)["'];?$/gm,
    ))
      waiting.add(found);
  }
  return texts;
}

test('H263 a start of the server loads neither the MCP client, the Postgres driver nor the code of passkeys', () => {
  const LATER = [
    'node_modules/@modelcontextprotocol/',
    'node_modules/pg/',
    'node_modules/@simplewebauthn/',
    'node_modules/zod/v4/locales/de.js',
  ];
  const start = loadedWith('server.js');
  expect(start).toContain('// node_modules/hono/');
  expect(LATER.filter((place) => start.includes(`// ${place}`))).toEqual([]);
  for (const [file, place] of [
    ['server-open-link.js', LATER[0]],
    ['server-connection.js', LATER[1]],
    ['server-webauthn.js', LATER[2]],
  ] as const)
    expect(loadedWith(file)).toContain(`// ${place}`);
});

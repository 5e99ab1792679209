import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  builtInModes,
  createProviderCatalog,
  createWorkspaceLock,
  openMemoryStore,
  type Tool,
} from '@millrace/server';
import { expect, onTestFinished, test } from 'vitest';
import { createPinnedFetch } from '../../../server/src/tools/web/pinned-fetch.ts';
import { webAccess } from '../web-access.ts';
import { readWebSettings } from '../web-settings.ts';
import { memberRoom } from './member-room.ts';

test('F54 a member has an empty folder of their own, and no commands, browser or MCP servers', async () => {
  const data = mkdtempSync(join(tmpdir(), 'millrace-member-'));
  const store = openMemoryStore();
  onTestFinished(async () => {
    await store.close();
    rmSync(data, { recursive: true, force: true });
  });
  const room = memberRoom({
    ...{ account: 'bea', store, data, modes: builtInModes, web: webAccess(readWebSettings(() => undefined)) },
    lockOn: (folder) => createWorkspaceLock(folder, { data }),
    images: createProviderCatalog({
      guard: createPinnedFetch(),
      environment: {},
      keys: { read: () => ({}), write: () => {} },
      builtIn: [],
    }),
  });
  expect(room.mcp).toBeUndefined();
  expect(room.workspace).toBe(join(data, 'workspaces', 'bea'));
  expect(readdirSync(room.workspace ?? '')).toEqual([]);
  expect(statSync(room.workspace ?? '').mode & 0o777).toBe(0o700);
  // It is given as a list.
  const names = (room.tools as readonly Tool[]).map(({ name }) => name);
  expect(names).toContain('read_file');
  for (const name of names) expect(name).not.toMatch(/^(execute_command|browser_action|report_bug)$/);
});

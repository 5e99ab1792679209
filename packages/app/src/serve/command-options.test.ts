import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allTools, builtInModes, makeRootKey } from '@millrace/server';
import { expect, onTestFinished, test } from 'vitest';
import { makeWorkFolder } from '../../../../fixtures/work-folder.ts';
import { commandOptions } from './command-options.ts';

const shut = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-all', 'true'];
const program = 'bwrap';
const lacking = spawnSync(program, shut).status !== 0;
if (lacking) console.warn('bubblewrap does not work on this machine: its test is skipped.');

test.skipIf(lacking)(
  'S66 a command in the sandbox sees neither the data folder nor the key folder',
  async () => {
    // No command in the sandbox sees `/tmp`, whatever is hidden.
    const base = mkdtempSync('/var/tmp/millrace-shut-');
    onTestFinished(() => rmSync(base, { recursive: true, force: true }));
    const [data, keys] = [join(base, 'data'), join(base, 'keys')];
    makeRootKey(keys);
    mkdirSync(data);
    writeFileSync(join(data, 'millrace.sqlite'), '');
    const tools = allTools({
      ...{ modes: builtInModes, data, command: commandOptions({ keys, sandbox: 'bwrap' }) },
    });
    const work = makeWorkFolder();
    const command = tools.find(({ name }) => name === 'execute_command');
    const said = await command?.run(
      { command: `find ${base} -type f; ls ${keys} ${data}; echo looked` },
      work.ctx,
    );
    expect(said?.content).toContain('looked');
    expect(said?.content).not.toMatch(/\.key|millrace\.sqlite/);
    expect(readdirSync(keys)).toHaveLength(1);
  },
);

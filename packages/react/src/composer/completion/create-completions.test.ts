import type { CommandInfo } from '@millrace/engine/run';
import { expect, test } from 'vitest';
import { completionKey } from './completion-item.ts';
import { type Completions, createCompletions } from './create-completions.ts';

interface Asked<T> {
  readonly query: string;
  readonly signal: AbortSignal;
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

/** A source that answers when the test says so. */
function slowFiles() {
  const asked: Asked<readonly string[]>[] = [];
  const files = (query: string, signal: AbortSignal) =>
    new Promise<readonly string[]>((resolve, reject) => {
      asked.push({ query, signal, resolve, reject });
    });
  return { asked, files };
}

const command = (name: string): CommandInfo => ({ name, description: '', argument_hint: '' });
const mode = (slug: string) => ({ slug, name: slug, description: '' });
const told = (completions: Completions) => {
  const { items, status } = completions.getState();
  return [status, ...items.map(completionKey)];
};
/** Lets all promises go on that wait for nothing. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('U524 the newest query wins: the earlier request is aborted, and its answer counts no more', async () => {
  const completions = createCompletions();
  const { asked, files } = slowFiles();
  completions.ask({ trigger: '@', query: 'a' }, { files });
  completions.ask({ trigger: '@', query: 'ap' }, { files });
  expect(asked.map(({ query, signal }) => [query, signal.aborted])).toEqual([
    ['a', true],
    ['ap', false],
  ]);
  asked[1]?.resolve(['app.ts']);
  await settled();
  expect(told(completions)).toEqual(['ready', 'file-app.ts']);
  asked[0]?.resolve(['old.ts']);
  await settled();
  expect(told(completions)).toEqual(['ready', 'file-app.ts']);
});

test('U524 until an answer comes, the items that fit the new query, too, are shown', async () => {
  const completions = createCompletions();
  const { asked, files } = slowFiles();
  completions.ask({ trigger: '@', query: 'a' }, { files });
  expect(told(completions)).toEqual(['loading']);
  asked[0]?.resolve(['a.ts', 'src/app.ts', 'src/app.ts']);
  await settled();
  expect(told(completions)).toEqual(['ready', 'file-a.ts', 'file-src/app.ts']);
  completions.ask({ trigger: '@', query: 'app' }, { files });
  expect(told(completions)).toEqual(['loading', 'file-src/app.ts']);
});

test('U524 what nobody completes any more is aborted and shown no more', async () => {
  const completions = createCompletions();
  const { asked, files } = slowFiles();
  let changes = 0;
  const leave = completions.subscribe(() => changes++);
  completions.ask({ trigger: '@', query: 'a' }, { files });
  completions.ask(undefined, { files });
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[0]?.resolve(['a.ts']);
  await settled();
  expect(told(completions)).toEqual(['idle']);
  expect(changes).toBe(2);
  leave();
  completions.ask({ trigger: '@', query: 'b' }, { files });
  expect(changes).toBe(2);
});

test('U525 a source that rejects or throws has failed, and the next query asks again', async () => {
  const completions = createCompletions();
  const { asked, files } = slowFiles();
  completions.ask({ trigger: '@', query: 'a' }, { files });
  asked[0]?.reject(new Error('no'));
  await settled();
  expect(told(completions)).toEqual(['failed']);
  completions.ask({ trigger: '@', query: 'ab' }, { files });
  asked[1]?.resolve(['ab']);
  await settled();
  expect(told(completions)).toEqual(['ready', 'file-ab']);
  const thrower = (): never => {
    throw new Error('no');
  };
  completions.ask({ trigger: '@', query: 'abc' }, { files: thrower });
  await settled();
  expect(told(completions)).toEqual(['failed']);
});

test('U526 behind a slash come the modes and then the commands that fit, and commands are asked for once', async () => {
  const completions = createCompletions();
  let times = 0;
  const sources = {
    modes: [mode('code'), mode('chat')],
    commands: async () => {
      times++;
      return [command('review'), command('commit'), command('code')];
    },
  };
  completions.ask({ trigger: '/', query: '' }, sources);
  expect(told(completions)).toEqual(['loading', 'mode-chat', 'mode-code']);
  await settled();
  const all = ['mode-chat', 'mode-code', 'command-code', 'command-commit', 'command-review'];
  expect(told(completions)).toEqual(['ready', ...all]);
  completions.ask({ trigger: '/', query: 'co' }, sources);
  await settled();
  expect(told(completions)).toEqual(['ready', 'mode-code', 'command-code', 'command-commit']);
  completions.ask({ trigger: '/', query: '' }, sources);
  await settled();
  expect(told(completions)).toEqual(['ready', ...all]);
  expect(times).toBe(1);
  completions.ask(undefined, sources);
  completions.ask({ trigger: '/', query: 'x' }, sources);
  await settled();
  expect([...told(completions), times]).toEqual(['ready', 2]);
});

test('U525 without the commands the modes are still offered, and the next slash asks again', async () => {
  const completions = createCompletions();
  const modes = [mode('code')];
  completions.ask({ trigger: '/', query: '' }, { modes, commands: () => Promise.reject(new Error('no')) });
  await settled();
  expect(told(completions)).toEqual(['failed', 'mode-code']);
  const commands = async () => [command('review')];
  completions.ask(undefined, { modes, commands });
  completions.ask({ trigger: '/', query: '' }, { modes, commands });
  await settled();
  expect(told(completions)).toEqual(['ready', 'mode-code', 'command-review']);
});

test('U526 what has no source is not completed', async () => {
  const completions = createCompletions();
  completions.ask({ trigger: '@', query: '' }, { modes: [mode('code')] });
  expect(told(completions)).toEqual(['idle']);
  completions.ask({ trigger: '/', query: '' }, { files: async () => ['a'] });
  expect(told(completions)).toEqual(['idle']);
  completions.ask({ trigger: '/', query: '' }, { modes: [mode('code')] });
  expect(told(completions)).toEqual(['ready', 'mode-code']);
});

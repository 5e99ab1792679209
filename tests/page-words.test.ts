import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CallReason, CallReasonCode } from '../packages/engine/src/message.ts';
import { blockEvent } from '../packages/engine/src/run.ts';
import { germanWords } from '../packages/react/src/words/german/german.ts';
import { englishWords as strings } from '../packages/react/src/words/strings.ts';
import { refusal } from '../packages/server/src/agent/calls/refusal.ts';
import { allTools } from '../packages/server/src/tools/all-tools.ts';
import { builtInFocuses } from '../packages/server/src/tools/focus/built-in-focuses.ts';
import { builtInModes } from '../packages/server/src/tools/modes/built-in-modes.ts';
import { projectFiles, root } from './support/project-files.ts';

/** One reason of each code. A code without one does not compile. */
const REASONS: { readonly [Code in CallReasonCode]: CallReason & { readonly code: Code } } = {
  unknown_tool: { code: 'unknown_tool' },
  tools_not_offered: { code: 'tools_not_offered' },
  call_cut_off: { code: 'call_cut_off' },
  input_unreadable: { code: 'input_unreadable' },
  input_invalid: { code: 'input_invalid' },
  edit_invalid: { code: 'edit_invalid' },
  mode_forbids: { code: 'mode_forbids', mode: 'a-mode' },
  denied_by_rule: { code: 'denied_by_rule', scope: 'chat' },
  edit_denied_by_rule: { code: 'edit_denied_by_rule', scope: 'workspace' },
  rejected: { code: 'rejected' },
  loop_rejected: { code: 'loop_rejected' },
  rerun_rejected: { code: 'rerun_rejected' },
  expired: { code: 'expired' },
  rerun_expired: { code: 'rerun_expired' },
  model_refused: { code: 'model_refused' },
  message_instead: { code: 'message_instead' },
  run_stopped: { code: 'run_stopped' },
  stopped_midway: { code: 'stopped_midway' },
  nothing_to_condense: { code: 'nothing_to_condense' },
  skipped: { code: 'skipped', tool: 'a_tool' },
  begun_too_often: { code: 'begun_too_often', times: 3 },
  timed_out: { code: 'timed_out', limit_ms: 1000 },
};

test.each(Object.values(REASONS))('A254 $code has a sentence of the page and one for the model', (reason) => {
  const content_block = { type: 'tool_result', tool_use_id: 'c', ...refusal(reason, 'my_tool', ' More.') };
  // The schema of the log has every code, with what its sentence needs.
  const event = { type: 'content_block_start', index: 0, content_block } as const;
  expect(blockEvent.parse(event)).toEqual(event);
  expect(content_block).toMatchObject({ reason, content: expect.stringMatching(/^\S.*\.\s*$/s) });
  for (const words of [strings, germanWords]) {
    const said = words.callReason(reason);
    expect(said).toMatch(/^\S.*\.$/);
    expect(said).not.toContain('undefined');
    const { code: _, ...params } = reason;
    for (const text of [params].flatMap(Object.values).filter((each) => /^a.(mode|tool)$/.test(String(each))))
      expect(said).toContain(text);
  }
});

test('A254 no two reasons are told in the same words', () => {
  for (const { callReason } of [strings, germanWords]) {
    const said = Object.values(REASONS).map(callReason);
    expect(new Set(said).size).toBe(said.length);
  }
});

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const isProduct = (file: string): boolean => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/demo\//.test(file);

/** How the texts of a file begin: the first three words of each that is a sentence. */
function beginnings(code: string): readonly string[] {
  return Array.from(
    code.matchAll(/['"`/^]([A-Z][a-z]+(?: [a-zA-Z']+){2})(?=[ :])/g),
    ([, words = '']) => words,
  );
}

const SERVER = new Set(
  projectFiles('packages/server/src')
    .filter(isProduct)
    .flatMap((file) => beginnings(read(file))),
);
/** The beginnings of the server's sentences that stand as texts or patterns in a code. */
function heard(code: string): readonly string[] {
  return beginnings(code).filter((words) => SERVER.has(words));
}

test('A255 no file of the page has a sentence of the server to look for', () => {
  expect(SERVER.size).toBeGreaterThan(300);
  const files = ['packages/react/src', 'packages/app/web'].flatMap(projectFiles).filter(isProduct);
  // The words of the page are its own, whatever they have in common with others.
  const readers = files.filter((file) => !/\/words\/|\/strings\.ts$|\/base\/[a-z]+-words\.ts$/.test(file));
  expect(readers.length).toBeGreaterThan(300);
  expect(readers.flatMap((file) => heard(read(file)).map((words) => `${file}: ${words}`))).toEqual([]);
});

test.each([
  "content.startsWith('The person wrote a message instead of deciding')",
  'const ENDED = /^The command ended with exit code (\\d+)\\./;',
  'content.replace(/^The tool failed: /, "")',
])('A255 the law sees %s', (code) => {
  expect(heard(code)).not.toEqual([]);
});

test('A257 no file of the page names a tool of the server but the registry of its components', () => {
  const tools = allTools({ modes: builtInModes, data: '/data', actions: [], focuses: builtInFocuses });
  // A name of one word may be any word.
  const names = tools.map(({ name }) => name).filter((name) => name.includes('_'));
  expect(names.length).toBeGreaterThan(15);
  const files = ['packages/react/src', 'packages/app/web'].flatMap(projectFiles).filter(isProduct);
  const found = files.flatMap((file) => {
    const code = read(file).replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
    return names.some((name) => new RegExp(`\\b${name}\\b`).test(code)) ? [file] : [];
  });
  expect(found).toEqual(['packages/react/src/timeline/own/timeline-tools.ts']);
});

test('A258 every code that the page has words for is one that the server or the client gives', () => {
  const givers = ['packages/server/src', 'packages/react/src/client', 'packages/react/src/chat/state'];
  const code = givers.flatMap(projectFiles).filter(isProduct).map(read).join('\n');
  expect(Object.keys(strings.problems).filter((each) => !code.includes(`'${each}'`))).toEqual([]);
});

import { builtInTools } from '@millrace/engine';
import { expect, test } from 'vitest';
import { KNOWN_TARGETS } from '../../../../fixtures/known-targets.ts';
import { allTools } from './all-tools.ts';
import { targetsOf } from './define/targets-of.ts';
import { builtInFocuses } from './focus/built-in-focuses.ts';
import { builtInModes } from './modes/built-in-modes.ts';
import { modeAllows } from './modes/mode.ts';
import { createGuardedFetch } from './web/guarded-fetch.ts';

const modes = builtInModes;
const WHOLE = allTools({
  modes,
  data: '/data',
  actions: [],
  images: () => undefined,
  web: { fetch: createGuardedFetch() },
  focuses: builtInFocuses,
  memories: { listMemories: async () => [] },
});
const namesOf = (tools: typeof WHOLE): readonly string[] => tools.map(({ name }) => name);

/** Those of MCP servers, which `createMcp` offers. */
const ELSEWHERE = ['use_mcp_tool', 'access_mcp_resource'];

test('T70 the list has every tool that models know, once, with the parameters that they know', () => {
  const names = namesOf(WHOLE);
  expect(new Set(names).size).toBe(names.length);
  const known = Object.entries(builtInTools).filter(([name]) => !ELSEWHERE.includes(name));
  expect(known.filter(([name]) => !names.includes(name))).toEqual([]);
  for (const [name, parameters] of known) {
    const { input_schema } = WHOLE.find((tool) => tool.name === name) ?? expect.fail(name);
    expect([name, Object.keys(Object(input_schema['properties'])).sort()]).toEqual([
      name,
      [...parameters].sort(),
    ]);
  }
});

test('T70 what has nothing to work with is not offered', () => {
  const few = namesOf(allTools({ modes }));
  expect(namesOf(WHOLE).filter((name) => !few.includes(name))).toEqual([
    'generate_image',
    'web_search',
    'web_read',
    'browser_action',
    'suggest_actions',
    'set_focus',
    'request_memories',
    'report_bug',
  ]);
});

test('T70 both built-in modes may call all of them, and what changes something asks first', () => {
  for (const mode of modes) expect(namesOf(WHOLE).filter((name) => !modeAllows(mode, name))).toEqual([]);
  const silent = WHOLE.filter(({ effect, approval }) => effect !== 'read' && approval !== 'ask');
  // A tool that only looks at an open page may; a sub-agent asks for itself.
  expect(namesOf(silent)).toEqual(['browser_action', 'new_task']);
});

test('A250 the targets that rules go by are those of the definitions', () => {
  const known = targetsOf(WHOLE);
  expect(known).toMatchObject(KNOWN_TARGETS);
  expect(Object.keys(known)).toEqual(namesOf(WHOLE));
});

test('A251 reads may be folded, and what is written for the person is spoken', () => {
  const facts = WHOLE.flatMap(({ name, folds, speaks }) =>
    folds || speaks ? [[name, folds ?? speaks]] : [],
  );
  expect(Object.fromEntries(facts)).toEqual({
    read_file: 'read',
    search_files: 'search',
    codebase_search: 'search',
    list_files: 'list',
    list_code_definition_names: 'list',
    attempt_completion: 'result',
    ask_followup_question: 'question',
  });
  // A group of calls says nothing of their results: only what changes nothing may be in it.
  for (const { name, folds, effect } of WHOLE) if (folds) expect([name, effect]).toEqual([name, 'read']);
});

test('T70 a tool that touches files says so to the rules', () => {
  for (const { name, local, targets } of WHOLE)
    if (local) expect([name, targets?.paths?.length ?? 0]).not.toEqual([name, 0]);
});

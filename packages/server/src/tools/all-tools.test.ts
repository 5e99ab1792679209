import { builtInTools } from '@millrace/engine';
import { expect, test } from 'vitest';
import { allTools } from './all-tools.ts';
import { builtInModes } from './modes/built-in-modes.ts';
import { modeAllows } from './modes/mode.ts';

const modes = builtInModes;
const WHOLE = allTools({ modes, data: '/data', actions: [], images: () => undefined });
const namesOf = (tools: typeof WHOLE): readonly string[] => tools.map(({ name }) => name);

/** Those that need a program or a service beside the server. */
const ELSEWHERE = ['browser_action', 'use_mcp_tool', 'access_mcp_resource'];

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
    'suggest_actions',
    'report_bug',
  ]);
});

test('T70 both built-in modes may call all of them, and what changes something asks first', () => {
  for (const mode of modes) expect(namesOf(WHOLE).filter((name) => !modeAllows(mode, name))).toEqual([]);
  const silent = WHOLE.filter(({ effect, approval }) => effect !== 'read' && approval !== 'ask');
  // A sub-agent asks for itself.
  expect(namesOf(silent)).toEqual(['new_task']);
});

test('T70 a tool that touches files says so to the rules', () => {
  for (const { name, local, targets } of WHOLE)
    if (local) expect([name, targets?.paths?.length ?? 0]).not.toEqual([name, 0]);
});

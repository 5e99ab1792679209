import { builtInTools } from '@millrace/engine';
import { expect, test } from 'vitest';
import { commandTools } from '../command/command-tools.ts';
import { searchTools } from './search-tools.ts';

test('A112 the lists have the built-in tools, each with its parameters', () => {
  const known = new Map<string, readonly string[]>(Object.entries(builtInTools));
  const tools = [...commandTools(), ...searchTools()];
  expect(tools.map(({ name }) => name)).toEqual([
    'execute_command',
    'list_files',
    'search_files',
    'list_code_definition_names',
    'codebase_search',
  ]);
  for (const { name, input_schema } of tools)
    expect([name, Object.keys(Object(input_schema['properties']))]).toEqual([name, known.get(name)]);
});

test('A112 what only looks does not ask, and works on this machine', () => {
  for (const tool of searchTools())
    expect(tool).toMatchObject({
      effect: 'read',
      approval: 'allow',
      local: true,
      targets: { paths: ['path'] },
    });
  expect(commandTools({ timeoutMs: 60_000 })[0]?.description).toMatch(/after 1 minute\./);
});

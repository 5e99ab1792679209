import { expect, test } from 'vitest';
import { builtInTools } from './built-in-tools.ts';
import { toolDescription } from './tool-description.ts';

test.each([
  ['write_to_file', { path: 'a.ts', content: 'x' }, "[write_to_file for 'a.ts']"],
  ['read_file', { path: 'a.ts' }, "[read_file for 'a.ts']"],
  [
    'read_file',
    { args: '<file><path>a</path></file><file><path>b</path></file>' },
    '[read_file for 2 files]',
  ],
  ['execute_command', { command: 'npm test' }, "[execute_command for 'npm test']"],
  ['apply_diff', { path: 'a.ts', diff: '' }, "[apply_diff for 'a.ts']"],
  ['apply_diff', { args: '<file>1</file><file>2</file><file>3</file>' }, '[apply_diff for 3 files]'],
  ['apply_diff', { args: '<file>1</file>' }, '[apply_diff for 1 file]'],
  ['insert_content', { path: 'a.ts' }, "[insert_content for 'a.ts']"],
  ['search_and_replace', { path: 'a.ts' }, "[search_and_replace for 'a.ts']"],
  ['edit_file', { target_file: 'a.ts' }, "[edit_file for 'a.ts']"],
  ['search_files', { path: '.', regex: 'x+' }, "[search_files for 'x+']"],
  ['search_files', { regex: 'x+', file_pattern: '*.ts' }, "[search_files for 'x+' in '*.ts']"],
  ['list_files', { path: 'src' }, "[list_files for 'src']"],
  ['list_code_definition_names', { path: 'src' }, "[list_code_definition_names for 'src']"],
  ['browser_action', { action: 'launch' }, "[browser_action for 'launch']"],
  ['use_mcp_tool', { server_name: 'git', tool_name: 'log' }, "[use_mcp_tool for 'git']"],
  ['access_mcp_resource', { server_name: 'git' }, "[access_mcp_resource for 'git']"],
  ['ask_followup_question', { question: 'Which?' }, "[ask_followup_question for 'Which?']"],
  ['attempt_completion', { result: 'Done' }, '[attempt_completion]'],
  ['switch_mode', { mode_slug: 'code' }, "[switch_mode to 'code']"],
  ['switch_mode', { mode_slug: 'code', reason: 'to write' }, "[switch_mode to 'code' because: to write]"],
  ['new_task', { mode: 'code', message: 'Do it' }, "[new_task in code mode: 'Do it']"],
  ['new_rule', { path: 'r.md' }, "[new_rule for 'r.md']"],
  ['codebase_search', { query: 'login' }, "[codebase_search for 'login']"],
  ['update_todo_list', { todos: '[ ] a' }, '[update_todo_list]'],
  ['fetch_instructions', { task: 'create_mode' }, "[fetch_instructions for 'create_mode']"],
  ['run_slash_command', { command: 'init' }, "[run_slash_command for 'init']"],
  ['run_slash_command', { command: 'init', args: 'fast' }, "[run_slash_command for 'init' with 'fast']"],
  ['report_bug', { title: 'Broken' }, "[report_bug for 'Broken']"],
  ['condense', { message: 'long' }, '[condense]'],
  ['generate_image', { prompt: 'a cat', path: 'cat.png' }, "[generate_image for 'cat.png']"],
  ['my_own_tool', { x: '1' }, '[my_own_tool]'],
] as const)('A8 %s %j is described as %s', (name, params, description) => {
  expect(toolDescription(name, params)).toBe(description);
});

test('A8 every built-in tool has a description, also while its parameters are missing', () => {
  for (const [name, params] of Object.entries(builtInTools)) {
    expect(toolDescription(name, {})).toBe(`[${name}]`);
    const all = Object.fromEntries(params.map((param) => [param, 'value']));
    expect(toolDescription(name, all)).toMatch(/^\[\w+( .+)?\]$/);
  }
});

test('A8 a long value is cut, never in the middle of a character', () => {
  const description = toolDescription('execute_command', { command: '😀'.repeat(1000) });
  expect(description.length).toBeLessThan(230);
  expect(description).toMatch(/^\[execute_command for '(😀)+…'\]$/u);
});

test('A8 a name from anywhere, also one that objects have, is only a name', () => {
  expect(toolDescription('constructor', {})).toBe('[constructor]');
});

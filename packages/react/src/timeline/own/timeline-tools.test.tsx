import { approvalInterrupt } from '@millrace/engine/approval';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CallBody } from '../call-body.tsx';
import type { TimelineToolProps } from '../tool/timeline-tool.ts';
import { toolUI } from '../tool/tool-ui.ts';
import { timelineTools } from './timeline-tools.ts';

interface Drawn extends Partial<TimelineToolProps> {
  readonly open?: boolean;
  readonly tools?: typeof timelineTools;
}

/** The text below the row of a call. */
function drawn(toolName: string, { open = true, tools = timelineTools, ...more }: Drawn): string {
  const item = { kind: 'tool-call', id: 'c', toolName, args: {}, status: 'completed', ...more } as const;
  const html = renderToStaticMarkup(
    <CallBody item={item} details={undefined} Tool={tools[toolName]} open={open} />,
  );
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

test('A256 a plan is drawn as a list with how far each step is', () => {
  const args = { todos: '[x] Read\n[-] Write\n[ ] Test' };
  expect(drawn('update_todo_list', { args })).toBe('Done: Read In progress: Write Open: Test');
  // A value that is no list, or was refused, is shown as it is.
  expect(drawn('update_todo_list', { args: { todos: '[x] Read\nand so on' } })).toContain('Input Output');
  expect(drawn('update_todo_list', { args, status: 'error', result: 'No' })).toContain('No');
});

test('A256 a command is drawn as in a terminal, with its folder, and hides no other argument', () => {
  const args = { command: 'npm test\u200b' };
  expect(drawn('execute_command', { args, result: '3 passed' })).toBe('$ npm test \\u{200B} 3 passed');
  expect(drawn('execute_command', { args: { ...args, cwd: 'web' }, status: 'running' })).toMatch(
    /^web \$ npm/,
  );
  expect(drawn('execute_command', { args: { ...args, env: 'A=1' } })).toContain('Input Output');
  expect(drawn('execute_command', { args: {} })).toContain('Input Output');
});

test('A256 a component that is drawn when its row is opened leaves a closed row and a question alone', () => {
  const args = { command: 'npm test' };
  expect(drawn('execute_command', { args, open: false })).toBe('');
  const result = approvalInterrupt({ tool: 'execute_command', input: args });
  const asked = drawn('execute_command', { args, result, status: 'pending', open: false });
  expect(asked).toContain('npm test');
  expect(asked).not.toContain('$');
  const always = toolUI<{ mine: { args: object } }>({ mine: () => 'Mine' });
  expect(drawn('mine', { tools: always, open: false })).toBe('Mine');
});

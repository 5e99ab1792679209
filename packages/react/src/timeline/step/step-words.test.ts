import type { ToolCallItem } from '@millrace/engine';
import { expect, test } from 'vitest';
import { englishWords } from '../../words/strings.ts';
import { agentName, stepWords } from './step-words.ts';

const call = (toolName: string, args = {}, status: ToolCallItem['status'] = 'completed'): ToolCallItem => ({
  ...{ kind: 'tool-call', id: '1', toolName },
  args,
  status,
});

test.each([
  ['Read src/app.ts', { path: 'src/app.ts' }, 'completed', 'Read', 'src/app.ts'],
  ['Write src/app.ts', { path: 'src/app.ts' }, 'running', 'Writing', 'src/app.ts'],
  ['Write src/app.ts', { path: 'src/app.ts' }, 'completed', 'Wrote', 'src/app.ts'],
  ['Post to #growth', { channel: '#growth', text: 'Hi' }, 'pending', 'Post to', '#growth'],
  ['Run npm test', { command: 'npm test' }, 'error', 'Run', 'npm test'],
  ['Search src for foo', { path: 'src', regex: 'foo' }, 'completed', 'Searched src for', 'foo'],
  ['Edit a.ts', { diffs: [{ path: 'a.ts' }] }, 'running', 'Editing', 'a.ts'],
  // A part of a word is no target, and a title is not nothing.
  ['Roll the dice', { name: 'ice' }, 'completed', 'Roll the dice', undefined],
  ['npm test', { command: 'npm test' }, 'completed', 'npm test', undefined],
  ['Condense the conversation', {}, 'running', 'Condensing the conversation', undefined],
] as const)('T10 %j with %j, %s, is told as %j %j', (title, args, status, told, target) => {
  expect(stepWords(englishWords, call('tool', args, status), { title })).toEqual({ title: told, target });
});

test('T10 what waits for its turn is not told as being done', () => {
  const item = call('tool', { path: 'a.ts' }, 'running');
  expect(stepWords(englishWords, item, { title: 'Write a.ts', state: 'queued' })).toEqual({
    title: 'Write',
    target: 'a.ts',
  });
});

test.each([
  ['update_notion_page', {}, 'Updated notion page', undefined],
  ['readFile', { path: 'a.ts' }, 'Read file', 'a.ts'],
  ['fetchURL', { url: 'https://example.com' }, 'Fetched URL', 'https://example.com'],
  ['x', { path: 7 }, 'X', undefined],
])('T10 without words of its own %s with %j is %j %j', (name, args, title, target) => {
  expect(stepWords(englishWords, call(name, args), undefined)).toEqual({ title, target });
});

test('T10 a sub-agent is called by its kind, else by what it was asked to do', () => {
  expect(agentName(call('task', { subagent_type: 'notion_agent' }), { title: 'Look' })).toBe('Notion Agent');
  expect(agentName(call('new_task'), { title: 'Review the tests' })).toBe('Review the tests');
  expect(agentName(call('task'), undefined)).toBe('Task');
  const title = 'Review the tests: read src/limiter.ts and src/limiter.test.ts';
  expect(agentName(call('new_task'), { title })).toBe('Review the tests: read src/limiter.ts and…');
});

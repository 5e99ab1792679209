import type { ItemStatus, TimelineGroup, TimelineItem } from '@millrace/engine';
import { expect, test } from 'vitest';
import { germanWords } from '../../words/german/german.ts';
import { englishWords } from '../../words/strings.ts';
import { headerLine, type TurnStatus } from '../header-line.ts';
import type { StepDetails } from './step-details.ts';

const item = (id: string, status: ItemStatus): TimelineItem => ({
  ...{ kind: 'tool-call', id, toolName: 'edit_file', args: { target_file: 'src/app.ts' } },
  status,
});
const group = (id: string, status: ItemStatus, children: TimelineItem[] = []): TimelineGroup => ({
  parent: item(id, status),
  children,
});
const line = (
  groups: readonly TimelineGroup[],
  status: TurnStatus,
  details: Readonly<Record<string, StepDetails>> = {},
  tookMs?: number,
): string => {
  const known = Object.fromEntries(
    groups.map(({ parent }) => [parent.id, { title: 'Edit src/app.ts', ...details[parent.id] }]),
  );
  const all = { ...details, ...known };
  const { lead, rest } = headerLine(englishWords, {
    groups,
    details: new Map(Object.entries(all)),
    status,
    tookMs,
  });
  return rest === undefined ? lead : `${lead} · ${rest}`;
};
const done = group('a', 'completed');

test('T11 while it runs the line names the step that runs', () => {
  expect(line([done, group('b', 'running')], 'running')).toBe('Editing src/app.ts · step 2');
  expect(line([done, done], 'running')).toBe('Working · step 2');
  const thinks: TimelineGroup = {
    parent: { kind: 'reasoning', id: 't', text: 'Hm', status: 'running' },
    children: [],
  };
  expect(line([done, thinks], 'running')).toBe('Thinking · step 2');
});

test('T11 it is paused when nothing goes on until a person decides, at whatever depth', () => {
  expect(line([done, group('b', 'pending'), group('c', 'pending')], 'running')).toBe('Paused at step 2');
  expect(line([group('b', 'pending'), group('c', 'running')], 'running')).toBe('Editing src/app.ts · step 2');
  // A call that waits for its turn does nothing.
  expect(line([group('b', 'pending'), group('c', 'running')], 'running', { c: { state: 'queued' } })).toBe(
    'Paused at step 1',
  );
  const agent = group('b', 'running', [item('x', 'running')]);
  const steps = [group('y', 'completed'), group('z', 'pending')];
  expect(line([done, agent], 'running', { x: { steps } })).toBe('Paused at step 2');
  const both = group('b', 'running', [item('x', 'pending'), item('y', 'running')]);
  expect(line([both], 'running')).toBe('Edit src/app.ts · step 1');
});

test('T11 when it is over the line counts the steps, and what was approved and failed in any of them', () => {
  const agent = group('b', 'completed', [item('x', 'error'), item('y', 'completed')]);
  const details = { a: { approved: true }, y: { approved: true } };
  expect(line([done, agent], 'completed', details, 110_000)).toBe(
    'Worked for 1 min 50 s · 2 steps, 2 approved, 1 failed',
  );
  expect(line([done], 'completed')).toBe('Worked · 1 step');
});

test('T305 one step between two texts is told by its own words, more by their number', () => {
  const told = (groups: readonly TimelineGroup[], details: Readonly<Record<string, StepDetails>> = {}) => {
    const known = { a: { title: 'Edit src/app.ts', ...details['a'] } };
    const turn = { groups, details: new Map(Object.entries(known)), status: 'completed' } as const;
    const { lead, rest } = headerLine(englishWords, { ...turn, tookMs: undefined, isPart: true });
    return rest === undefined ? lead : `${lead} · ${rest}`;
  };
  expect(told([done])).toBe('Edited src/app.ts');
  expect(told([done], { a: { approved: true } })).toBe('Edited src/app.ts · 1 approved');
  expect(told([group('a', 'error')])).toBe('Edit src/app.ts · 1 failed');
  expect(told([done, done])).toBe('Worked · 2 steps');
  const thought = { kind: 'reasoning', id: 't', text: 'Two plans.\nAnd', status: 'completed' } as const;
  expect(told([{ parent: thought, children: [] }])).toBe('Two plans.');
});

test('T11 one that stopped says where, and what failed', () => {
  expect(line([done, group('b', 'error')], 'failed', {}, 8_000)).toBe(
    'Stopped at step 2: src/app.ts failed · 8 s',
  );
  expect(line([done], 'failed')).toBe('Stopped at step 1');
  const title = 'npm run build -- --with many --flags and --even more of them';
  expect(line([group('b', 'error')], 'failed', { b: { title } })).toBe(
    'Stopped at step 1: npm run build -- --with many --flags and --even… failed',
  );
  expect(line([done, group('b', 'cancelled')], 'cancelled', {}, 8_000)).toBe('Stopped at step 2 · 8 s');
});

test('T301 the time that a person took stands beside the work, not in it; less than a second is not told', () => {
  const turn = { groups: [done], details: new Map(), status: 'completed', tookMs: 41_000 } as const;
  const words = (waitedMs: number): string => headerLine(englishWords, { ...turn, waitedMs }).lead;
  expect(words(124_000)).toBe('Worked for 41 s · waited 2 min for you');
  expect(words(900)).toBe('Worked for 41 s');
  expect(headerLine(germanWords, { ...turn, waitedMs: 38_000 }).lead).toBe(
    '41 s gearbeitet · 38 s auf dich gewartet',
  );
  const stopped = headerLine(englishWords, { ...turn, status: 'cancelled', waitedMs: 38_000 });
  expect([stopped.lead, stopped.rest]).toEqual(['Stopped at step 1', '41 s · waited 38 s for you']);
  const paused = headerLine(englishWords, { ...turn, status: 'running', tookMs: undefined, paused: true });
  expect(paused.lead).toBe('Paused at step 1');
});

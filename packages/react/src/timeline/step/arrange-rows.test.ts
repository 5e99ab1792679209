import type { TimelineGroup, ToolCallItem } from '@millrace/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { englishWords } from '../../words/strings.ts';
import { readsLine } from '../reads-row.tsx';
import { arrangeRows } from './arrange-rows.ts';
import type { StepDetails } from './step-details.ts';

const step = (id: string, toolName = 'look', status: ToolCallItem['status'] = 'completed') => ({
  parent: { kind: 'tool-call', id, toolName, args: {}, status } as const,
  children: [],
});
/** The fold kinds that the definitions of these tools give. */
const FOLDS: Readonly<Record<string, StepDetails['folds']>> = { look: 'read', find: 'search', list: 'list' };
const foldsOf = ({ parent }: TimelineGroup): StepDetails['folds'] =>
  parent.kind === 'tool-call' ? FOLDS[parent.toolName] : undefined;
const rows = (
  groups: readonly TimelineGroup[],
  details: Readonly<Record<string, StepDetails>> = {},
  running = false,
): unknown[] =>
  arrangeRows(
    groups,
    new Map(groups.map((group) => [group.parent.id, { folds: foldsOf(group), ...details[group.parent.id] }])),
    running,
  ).map((row) => (row.type === 'step' ? row.group.parent.id : row.items.map(({ id }) => id)));
const three = [step('1'), step('2', 'find'), step('3', 'list')];

test('T12 three and more reads in a row are one row, fewer are not', () => {
  expect(rows(three)).toEqual([['1', '2', '3']]);
  expect(rows(three.slice(1))).toEqual(['2', '3']);
  expect(rows([step('a', 'write'), ...three, step('b', 'write')])).toEqual(['a', ['1', '2', '3'], 'b']);
});

test('T12 what a person should see is not folded away, nor what may still grow', () => {
  expect(rows(three, {}, true)).toEqual(['1', '2', '3']);
  expect(rows([...three, step('w', 'slow', 'running')], {}, true)).toEqual([['1', '2', '3'], 'w']);
  for (const details of [{ note: 'Approved by you' }, { problem: 'No' }, { approved: true }])
    expect(rows(three, { 2: details })).toEqual(['1', '2', '3']);
  expect(rows([step('1'), step('2', 'look', 'error'), step('3')])).toEqual(['1', '2', '3']);
});

test('T12 every step stands once, in order', () => {
  const tool = fc.constantFrom('look', 'find', 'write');
  const steps = fc.array(fc.tuple(tool, fc.constantFrom('completed', 'error', 'running')), { maxLength: 12 });
  fc.assert(
    fc.property(steps, fc.boolean(), (given, running) => {
      const groups = given.map(([name, status], i) => step(`${i}`, name, status));
      expect(rows(groups, {}, running).flat()).toEqual(given.map((_, i) => `${i}`));
    }),
  );
});

test('A251 a call of an older log, which does not say how it is folded, stands alone whatever its tool is called', () => {
  const old = ['read_file', 'search_files', 'list_files'].map((name, i) => step(`${i}`, name));
  expect(rows(old)).toEqual(['0', '1', '2']);
});

test('T12 a row of reads says how many of each', () => {
  const line = (...folds: readonly StepDetails['folds'][]): string =>
    readsLine(
      englishWords,
      folds.map((each) => ({ folds: each })),
    );
  expect(line('read', 'search', 'list')).toBe('Read 1 file, searched 1 time, listed 1 folder');
  expect(line('read', 'read')).toBe('Read 2 files');
  expect(line('search')).toBe('Searched 1 time');
});

test('T12 steps at the same time share a bracket', () => {
  const at = (startedAt: number, endedAt?: number): StepDetails => ({ startedAt, endedAt });
  const sides = (...times: readonly StepDetails[]) =>
    arrangeRows(
      times.map((_, i) => step(`${i}`, 'post')),
      new Map(times.map((each, i) => [`${i}`, each])),
      true,
    ).map((row) => row.type === 'step' && row.parallel);
  expect(sides(at(0, 5), at(5, 9))).toEqual([undefined, undefined]);
  expect(sides(at(0, 5), at(4, 9), at(9, 10))).toEqual(['first', 'last', undefined]);
  // The first one spans both others.
  expect(sides(at(0, 20), at(1, 2), at(10, 11), at(20))).toEqual(['first', 'middle', 'last', undefined]);
  expect(sides(at(0), at(1), {})).toEqual(['first', 'last', undefined]);
});

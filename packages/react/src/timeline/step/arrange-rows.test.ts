import type { TimelineGroup, ToolCallItem } from '@millrace/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { english } from '../../words/strings.ts';
import { readsLine } from '../reads-row.tsx';
import { arrangeRows } from './arrange-rows.ts';
import type { StepDetails } from './step-details.ts';

const step = (id: string, toolName = 'read_file', status: ToolCallItem['status'] = 'completed') => ({
  parent: { kind: 'tool-call', id, toolName, args: {}, status } as const,
  children: [],
});
const rows = (
  groups: readonly TimelineGroup[],
  details: Readonly<Record<string, StepDetails>> = {},
  running = false,
): unknown[] =>
  arrangeRows(groups, new Map(Object.entries(details)), running).map((row) =>
    row.type === 'step' ? row.group.parent.id : row.items.map(({ id }) => id),
  );
const three = [step('1'), step('2', 'search_files'), step('3', 'list_files')];

test('T12 three and more reads in a row are one row, fewer are not', () => {
  expect(rows(three)).toEqual([['1', '2', '3']]);
  expect(rows(three.slice(1))).toEqual(['2', '3']);
  expect(rows([step('a', 'write_to_file'), ...three, step('b', 'write_to_file')])).toEqual([
    'a',
    ['1', '2', '3'],
    'b',
  ]);
});

test('T12 what a person should see is not folded away, nor what may still grow', () => {
  expect(rows(three, {}, true)).toEqual(['1', '2', '3']);
  expect(rows([...three, step('w', 'slow', 'running')], {}, true)).toEqual([['1', '2', '3'], 'w']);
  for (const details of [{ note: 'Approved by you' }, { problem: 'No' }, { approved: true }])
    expect(rows(three, { 2: details })).toEqual(['1', '2', '3']);
  expect(rows([step('1'), step('2', 'read_file', 'error'), step('3')])).toEqual(['1', '2', '3']);
});

test('T12 every step stands once, in order', () => {
  const tool = fc.constantFrom('read_file', 'search_files', 'write_to_file');
  const steps = fc.array(fc.tuple(tool, fc.constantFrom('completed', 'error', 'running')), { maxLength: 12 });
  fc.assert(
    fc.property(steps, fc.boolean(), (given, running) => {
      const groups = given.map(([name, status], i) => step(`${i}`, name, status));
      expect(rows(groups, {}, running).flat()).toEqual(given.map((_, i) => `${i}`));
    }),
  );
});

test('T12 a row of reads says how many of each', () => {
  expect(
    readsLine(
      english,
      three.map(({ parent }) => parent),
    ),
  ).toBe('Read 1 file, searched 1 time, listed 1 folder');
  expect(
    readsLine(
      english,
      ['read_file', 'read_file'].map((toolName) => ({ toolName })),
    ),
  ).toBe('Read 2 files');
  expect(readsLine(english, [{ toolName: 'search_files' }])).toBe('Searched 1 time');
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

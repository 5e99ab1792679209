import type { ItemStatus, TimelineGroup, TimelineItem, ToolCallItem } from '@millrace/engine';
import type { Words } from '../words/words-context.ts';
import type { DetailsById } from './step/step-details.ts';
import { agentName, shorten, stepWords, thoughtTitle } from './step/step-words.ts';

/** The state of the turn that the steps belong to. */
export type TurnStatus = 'running' | 'completed' | 'cancelled' | 'failed';

export interface HeaderLine {
  readonly lead: string;
  readonly rest: string | undefined;
  /** True when the time that has passed belongs behind it. */
  readonly counts: boolean;
}

export interface Turn {
  readonly groups: readonly TimelineGroup[];
  readonly details: DetailsById;
  readonly status: TurnStatus;
  /** How long it has worked, when it is over. */
  readonly tookMs: number | undefined;
  /** How long it has waited for a person. */
  readonly waitedMs?: number | undefined;
  /** True when it waits for a person, at a step or between two. */
  readonly paused?: boolean | undefined;
  /** True for steps between two texts of a turn: the time and the state are those of the whole turn. */
  readonly isPart?: boolean | undefined;
}

/** Less was nobody's time. */
const SHORTEST_WAIT_MS = 1000;

/** Says in one line what a turn does, waits for or did. Pure. */
export function headerLine(
  strings: Words,
  { groups, details, status, tookMs, waitedMs = 0, paused = false, isPart = false }: Turn,
): HeaderLine {
  const steps = groups.map((group) => flowOf(group, details));
  const at = (index: number): string => strings.stepNumber(index + 1);
  if (status === 'running') {
    const current = steps.lastIndexOf('running');
    if (current >= 0)
      return { lead: doing(strings, groups[current], details), rest: at(current), counts: true };
    const waits = steps.indexOf('pending');
    if (waits >= 0) return { lead: strings.pausedAt(waits + 1), rest: undefined, counts: true };
    if (paused) return { lead: strings.pausedAt(groups.length), rest: undefined, counts: true };
    return { lead: strings.working, rest: at(groups.length - 1), counts: true };
  }
  if (status === 'completed') {
    const [only, ...others] = groups;
    if (isPart && tookMs === undefined && only !== undefined && others.length === 0)
      return { lead: done(strings, only, details), rest: outcomes(strings, groups, details), counts: false };
    const worked = tookMs === undefined ? strings.worked : strings.workedFor(strings.elapsed(tookMs));
    const lead = withWait(strings, worked, waitedMs);
    return { lead, rest: tally(strings, groups, details), counts: false };
  }
  const last = groups.at(-1)?.parent;
  const failed = status === 'failed' && last?.status === 'error' ? last : undefined;
  const lead = strings.stoppedAt(groups.length, failed && nameOf(strings, failed, details));
  const rest = tookMs === undefined ? undefined : withWait(strings, strings.elapsed(tookMs), waitedMs);
  return { lead, rest, counts: false };
}

function withWait(strings: Words, worked: string, waitedMs: number): string {
  if (waitedMs < SHORTEST_WAIT_MS) return worked;
  return `${worked} · ${strings.waitedForYou(strings.roughly(waitedMs))}`;
}

/** Tells whether a step is running, waits for a person, or neither. A sub-agent does what its steps do. */
function flowOf(group: TimelineGroup, details: DetailsById): ItemStatus {
  const { status } = group.parent;
  const inner = leaves(group, details);
  if (status !== 'running' || inner.includes('running')) return status;
  if (inner.includes('pending')) return 'pending';
  // A sub-agent between two steps is at work; a call that waits for its turn is not.
  return group.children.length > 0 ? status : 'completed';
}

/** The states of the steps that opened nothing, at any depth. */
function leaves({ parent, children }: TimelineGroup, details: DetailsById): readonly ItemStatus[] {
  const { steps = [], state } = details.get(parent.id) ?? {};
  const inner = [...children.map((child) => ({ parent: child, children: [] })), ...steps];
  if (inner.length > 0) return inner.flatMap((group) => leaves(group, details));
  // A call that waits for its turn does nothing yet.
  return [state === 'queued' ? 'completed' : parent.status];
}

function doing(strings: Words, group: TimelineGroup | undefined, details: DetailsById): string {
  if (group === undefined) return strings.working;
  const { parent, children } = group;
  if (parent.kind === 'reasoning') return strings.nowThinking;
  const known = details.get(parent.id);
  if (children.length > 0) return agentName(parent, known);
  const { title, target } = stepWords(strings, parent, known);
  return target === undefined ? title : `${title} ${target}`;
}

/** The words of a step that is over. */
function done(strings: Words, group: TimelineGroup, details: DetailsById): string {
  const { parent } = group;
  if (parent.kind === 'reasoning') return thoughtTitle(strings, parent, details.get(parent.id));
  return doing(strings, group, details);
}

function nameOf(strings: Words, item: TimelineItem, details: DetailsById): string | undefined {
  if (item.kind === 'reasoning') return undefined;
  const { title, target } = stepWords(strings, item, details.get(item.id));
  return shorten(target ?? title);
}

/** "9 steps, 2 approved, 1 failed". */
function tally(strings: Words, groups: readonly TimelineGroup[], details: DetailsById): string {
  return [strings.stepCount(groups.length), outcomes(strings, groups, details)].filter(Boolean).join(', ');
}

/** "2 approved, 1 failed". */
function outcomes(
  strings: Words,
  groups: readonly TimelineGroup[],
  details: DetailsById,
): string | undefined {
  const calls = allItems(groups, details).filter((item): item is ToolCallItem => item.kind === 'tool-call');
  const approved = calls.filter(({ id }) => details.get(id)?.approved === true).length;
  const failed = calls.filter(({ status }) => status === 'error').length;
  const told = [
    ...(approved > 0 ? [strings.approvedCount(approved)] : []),
    ...(failed > 0 ? [strings.failedCount(failed)] : []),
  ];
  return told.length === 0 ? undefined : told.join(', ');
}

/** Every item, at any depth. Pure. */
export function allItems(groups: readonly TimelineGroup[], details: DetailsById): readonly TimelineItem[] {
  return groups
    .flatMap(({ parent, children }) => [parent, ...children])
    .flatMap((item) => [item, ...allItems(details.get(item.id)?.steps ?? [], details)]);
}

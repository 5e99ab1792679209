import { isDeepStrictEqual } from 'node:util';
import { argsHash } from '../../../packages/engine/src/approval.ts';
import type { StoredEvent } from '../../../packages/engine/src/index.ts';
import type { RunState } from '../../../packages/engine/src/run.ts';
import { type FinalRun, followUpOf, threadsOf } from './course.ts';
import { TOOLS } from './scenario.ts';
import { must } from './violation.ts';

/** Checks that no call is ever lost that was begun or that a person was asked about, and that only messages with such a call are cut. */
export function checkBegun(events: readonly StoredEvent[], state: RunState): void {
  const kept = new Set(
    threadsOf(state).flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])),
    ),
  );
  const begun = new Map<string | undefined, number>();
  for (const event of events) {
    const { span_id: span } = event;
    if (event.type === 'step_start') begun.set(span, 0);
    if (event.type === 'message_delta' && event.delta.stop_reason === 'cut')
      must((begun.get(span) ?? 0) > 0, 'cuts', () => `event ${event.seq} cuts what had not begun`);
    if (event.type !== 'approval_request' && event.type !== 'tool_start') continue;
    const { tool_use_id } = event;
    begun.set(span, (begun.get(span) ?? 0) + 1);
    const isKept = kept.has(tool_use_id) || state.followUp === tool_use_id;
    must(isKept, 'cuts', () => `${tool_use_id} was asked about or begun, and is gone`);
  }
}

/** A question is about its call: it stands in the thread that made it, with its input or what a person made of that. */
export function checkQuestions(events: readonly StoredEvent[], state: RunState): void {
  const inputs = new Map<string, unknown>();
  const spans = new Map<string, string | undefined>();
  for (const { span, blocks } of threadsOf(state)) {
    for (const block of blocks) {
      if (block.type !== 'tool_use') continue;
      inputs.set(block.id, block.input);
      spans.set(block.id, span);
    }
  }
  for (const event of events) {
    if (event.type === 'tool_start' && state.followUp === event.tool_use_id)
      inputs.set(event.tool_use_id, event.input);
    if (event.type === 'approval_decision' && event.decision.type === 'edit')
      inputs.set(event.tool_use_id, event.decision.edited_action?.args);
    if (event.type !== 'approval_request') continue;
    const { tool_use_id: id, input, args_hash, span_id } = event;
    const bound = isDeepStrictEqual(input, inputs.get(id)) && args_hash === argsHash(input);
    must(bound, 'questions', () => `${id} is asked about with ${JSON.stringify(input)}`);
    must(spans.get(id) === span_id, 'questions', () => `${id} is asked about in ${span_id}`);
  }
}

/** The workspace was saved once, before the first call that may change it began, unless another run had begun it. */
export function checkCheckpoints(events: readonly StoredEvent[], state: RunState): void {
  let saved = 0;
  for (const event of events) {
    if (event.type === 'checkpoint') saved += 1;
    must(saved <= 1, 'checkpoints', () => `event ${event.seq} is one checkpoint too many`);
    if (event.type !== 'tool_start' || state.followUp === event.tool_use_id) continue;
    const { tool, tool_use_id } = event;
    const isSaved = saved > 0 || TOOLS[tool]?.local !== true;
    must(isSaved, 'checkpoints', () => `${tool_use_id} began before the workspace was saved`);
  }
}

/** Checks that decisions made in time are followed. */
export function checkHeeded(events: readonly StoredEvent[], state: RunState): void {
  const results = threadsOf(state).flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'tool_result' ? [block] : [])),
  );
  for (const event of events) {
    if (event.type !== 'approval_decision') continue;
    const { tool_use_id: id } = event;
    const last = events.findLast((each) => each.type === 'approval_request' && each.tool_use_id === id);
    // One that was asked about again is another question.
    if (last?.type !== 'approval_request' || last.approval_id !== event.approval_id) continue;
    const result = results.find(({ tool_use_id }) => tool_use_id === id);
    const isHeeded = !String(result?.content).startsWith('Nobody decided');
    must(isHeeded, 'decisions', () => `${event.approval_id} was decided, and then its time was over`);
  }
}

/** A call that has a sub-agent is begun once, however often it waits, and its sub-agent too. */
export function checkSpans(events: readonly StoredEvent[]): void {
  const open = new Set<string>();
  for (const event of events) {
    if (event.type === 'span_start') {
      const span = event.span_id ?? '';
      must(!open.has(span), 'spans', () => `${span} has two sub-agents`);
      open.add(span);
    }
    if (event.type === 'tool_start')
      must(!open.has(event.tool_use_id), 'spans', () => `${event.tool_use_id} waited and was begun anew`);
  }
}

/** A call that takes long goes on in exactly one run, which begins with it; no other run is there that nobody asked for. */
export function checkFollowUps(runs: readonly FinalRun[], asked: readonly string[]): void {
  const named = runs.flatMap(({ events }) => events.flatMap((event) => followUpOf(event) ?? []));
  must(new Set(named).size === named.length, 'follow-ups', () => `twice in ${named.join()}`);
  const begun = runs.flatMap(({ state }) => state.followUp ?? []);
  must(
    new Set(begun).size === begun.length,
    'follow-ups',
    () => `two runs go on with one of ${begun.join()}`,
  );
  const known = new Set([...asked, ...named]);
  for (const { row, state, before } of runs) {
    must(known.has(row.id), 'follow-ups', () => `nobody asked for the run ${row.id}`);
    if (!named.includes(row.id)) continue;
    const handed = before?.events.find((event) => followUpOf(event) === row.id);
    const call = handed?.type === 'tool_complete' ? handed.tool_use_id : undefined;
    must(state.followUp === call, 'follow-ups', () => `${row.id} begins with ${state.followUp}, not ${call}`);
  }
  for (const id of named)
    must(
      runs.some(({ row }) => row.id === id),
      'follow-ups',
      () => `there is no run ${id}`,
    );
}

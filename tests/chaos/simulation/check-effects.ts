import { isDeepStrictEqual } from 'node:util';
import { argsHash } from '../../../packages/engine/src/approval.ts';
import type { HitlDecision, StoredEvent } from '../../../packages/engine/src/index.ts';
import { type FinalRun, threadsOf } from './course.ts';
import type { Effect } from './ledger.ts';
import { TOOLS } from './scenario.ts';
import { must } from './violation.ts';

const isYes = ({ type }: HitlDecision): boolean => type !== 'reject';
const about = ({ tool, toolUseId, worker }: Effect): string => `${tool} of ${toolUseId} by ${worker}`;

/** Checks the effects on the outside world against those that the logs allow. */
export function checkEffects(effects: readonly Effect[], runs: readonly FinalRun[]): void {
  for (const effect of effects) {
    checkFence(effect, runs);
    checkStart(effect, runs);
    checkDoubt(effect, runs);
    checkApproval(effect, runs);
  }
  checkTimes(
    effects,
    runs.flatMap(({ events }) => events),
  );
  checkKeys(effects);
}

/** Its start stands in the log of its run, where the worker wrote it. */
function checkStart(effect: Effect, runs: readonly FinalRun[]): void {
  const { started, toolUseId, runId } = effect;
  const event = runs.find(({ row }) => row.id === runId)?.events[(started?.seq ?? 0) - 1];
  const stands = event?.type === 'tool_start' && event.tool_use_id === toolUseId;
  must(stands, 'fence', () => `${about(effect)} has no start in the log`);
}

/**
 * The worker wrote the start of the call, then looked at its lease, and at that moment nobody had a newer fence. A newer
 * fence may be given out between that look and the effect: no look can prevent this, so the call is in doubt afterwards.
 */
function checkFence(effect: Effect, runs: readonly FinalRun[]): void {
  const { started, checks, toolUseId } = effect;
  // A call that moved to another run is no longer held by the leases of this one.
  const isHandedOver = runs.some(({ state }) => state.followUp === toolUseId);
  const own = checks.filter(({ fence }) => !isHandedOver || fence === started?.fence);
  const check = own.at(-1);
  must(
    started !== undefined && check !== undefined,
    'fence',
    () => `${about(effect)} began without a start or a look`,
  );
  if (started === undefined || check === undefined) return;
  must(check.at > started.at, 'fence', () => `${about(effect)} looked at its lease before its start`);
  const isOurs = check.fence === started.fence && check.newest === check.fence;
  must(
    isOurs,
    'fence',
    () => `${about(effect)} had fence ${check.fence} when ${check.newest} was the newest`,
  );
}

/** Once a person is asked about a call in doubt nobody begins it any more who began it before. */
function checkDoubt(effect: Effect, runs: readonly FinalRun[]): void {
  const { runId, toolUseId, logLengths, started } = effect;
  for (const { row, events, before } of runs) {
    // Questions from before a run continued the call are settled.
    if (row.id !== runId && before?.row.id !== runId) continue;
    const doubted = events.findIndex(
      (event) => event.type === 'tool_uncertain' && event.tool_use_id === toolUseId,
    );
    if (doubted < 0) continue;
    const asked = events
      .slice(doubted, logLengths.get(row.id) ?? 0)
      .findLast((event) => event.type === 'approval_request' && event.tool_use_id === toolUseId);
    const late = asked !== undefined && (row.id !== runId || asked.fence > (started?.fence ?? 0));
    must(!late, 'doubt', () => `${about(effect)} began after a person was asked whether it had run`);
  }
}

/** An asking tool runs only after a yes, and what runs is what was approved. */
function checkApproval(effect: Effect, runs: readonly FinalRun[]): void {
  const { tool, runId, toolUseId, input, started } = effect;
  const run = runs.find(({ row }) => row.id === runId);
  const log = [...(run?.before?.events ?? []), ...(run?.events.slice(0, (started?.seq ?? 1) - 1) ?? [])];
  const before = log.filter((event) => 'tool_use_id' in event && event.tool_use_id === toolUseId);
  const said = before.findLast((event) => event.type === 'approval_decision');
  const yes = said !== undefined && isYes(said.decision) ? said.decision : undefined;
  must(
    yes !== undefined || TOOLS[tool]?.asks !== true,
    'approved',
    () => `${about(effect)} ran without a yes`,
  );
  const asked = before.findLast((event) => event.type === 'approval_request');
  const bound = asked === undefined || asked.args_hash === argsHash(asked.input);
  const block = [run?.before, run]
    .flatMap((each) => (each === undefined ? [] : threadsOf(each.state)))
    .flatMap(({ blocks }) => blocks)
    .find((each) => each.type === 'tool_use' && each.id === toolUseId);
  const given = block?.type === 'tool_use' ? block.input : undefined;
  const expected = yes?.edited_action?.args ?? (yes === undefined ? given : asked?.input);
  const same = bound && isDeepStrictEqual(input, expected);
  must(
    same,
    'arguments',
    () => `${about(effect)} ran with ${JSON.stringify(input)}, not ${JSON.stringify(expected)}`,
  );
}

/** An unsafe effect happens at most as often as it was allowed: by the tool once, and by each yes of a person. */
function checkTimes(effects: readonly Effect[], events: readonly StoredEvent[]): void {
  for (const { toolUseId, tool: name } of effects) {
    const tool = TOOLS[name];
    if (tool?.effect !== 'unsafe') continue;
    const times = effects.filter((effect) => effect.toolUseId === toolUseId);
    const yeses = events.filter(
      (event) =>
        event.type === 'approval_decision' && event.tool_use_id === toolUseId && isYes(event.decision),
    );
    const allowed = (tool.asks ? 0 : 1) + yeses.length;
    must(
      times.length <= allowed,
      'unsafe-once',
      () => `${toolUseId} ran ${times.length} times, allowed ${allowed}`,
    );
  }
}

/** One call has one key, and two calls have two. */
function checkKeys(effects: readonly Effect[]): void {
  const keys = new Map<string, string>();
  const owners = new Map<string, string>();
  for (const { toolUseId, key } of effects) {
    must(
      (keys.get(toolUseId) ?? key) === key,
      'keys',
      () => `${toolUseId} has the keys ${keys.get(toolUseId)} and ${key}`,
    );
    must(
      (owners.get(key) ?? toolUseId) === toolUseId,
      'keys',
      () => `${toolUseId} has the key of ${owners.get(key)}`,
    );
    keys.set(toolUseId, key);
    owners.set(key, toolUseId);
  }
}

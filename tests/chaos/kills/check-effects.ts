import { isDeepStrictEqual } from 'node:util';
import type { CallRecord } from './call-record.ts';
import type { Findings } from './findings.ts';
import { groupBy } from './group-by.ts';
import type { Effect } from './ledger.ts';
import type { CallInput } from './plan.ts';

/** Compares what was done in the world with what the logs say was to be done. */
export function checkEffects(
  effects: readonly Effect[],
  calls: ReadonlyMap<string, CallRecord>,
  { add }: Findings,
): void {
  const byCall = groupBy(effects, ({ runId, toolUseId }) => `${runId}/${toolUseId}`);
  for (const [id, done] of byCall) {
    const call = calls.get(id);
    if (call === undefined) add('unapproved effects', `${id} is in no log`);
    else if (call.cut) add('unapproved effects', `${id} was cut off and has an effect`);
    else checkCall(call, done, { add });
  }
  for (const [id, call] of calls) {
    const { result, input, strayed } = call;
    if (call.cut && call.starts.length > 0) add('unapproved effects', `${id} was cut off and started`);
    if (strayed) add('wrong arguments', `${id} was started with others than it was asked for`);
    if (result?.is_error === false && !byCall.has(id)) add('losses', `${id} has a result and no effect`);
    const unsafe = call.name === 'pay' || call.name === 'note';
    if (unsafe && call.starts.length > 1 + call.reruns)
      add(
        'doubled unsafe effects',
        `${id} was started ${call.starts.length} times: ${JSON.stringify(input)}`,
      );
  }
}

function checkCall(call: CallRecord, done: readonly Effect[], { add }: Pick<Findings, 'add'>): void {
  const { name, starts, reruns, runId } = call;
  for (const { input, at } of done) {
    const start = starts.find((each) => isDeepStrictEqual(each.input, input) && each.ts <= at);
    if (start === undefined)
      add('wrong arguments', `run ${runId}: ${name} with ${JSON.stringify(input)} was not started`);
    else if (name === 'pay' && !start.allowed)
      add('unapproved effects', `run ${runId}: ${name} with ${JSON.stringify(input)}`);
  }
  if ((name === 'pay' || name === 'note') && done.length > 1 + reruns)
    add('doubled unsafe effects', `run ${runId}: ${name} ${done.length} times, ordered ${1 + reruns}`);
}

/** One key for each call, and no key for two. */
export function checkKeys(effects: readonly Effect[], { add }: Pick<Findings, 'add'>): void {
  const refOf = (input: CallInput): string => input.ref;
  for (const [ref, done] of groupBy(effects, ({ input }) => refOf(input)))
    if (new Set(done.map(({ key }) => key)).size > 1) add('unstable keys', `${ref} has several`);
  for (const [key, done] of groupBy(effects, (effect) => effect.key))
    if (new Set(done.map(({ input }) => refOf(input))).size > 1)
      add('unstable keys', `${key} is of several calls`);
}

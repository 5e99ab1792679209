import { isDeepStrictEqual } from 'node:util';
import { runText, type StoredEvent } from '@millrace/engine';
import type { ToolUseBlock } from '@millrace/engine/message';
import { isRunEnd, type MessageRecord, type RunState, runBlocks } from '@millrace/engine/run';
import type { CallRecord } from './call-record.ts';
import type { Findings } from './findings.ts';
import { groupBy } from './group-by.ts';
import type { Told } from './person.ts';
import {
  type CallInput,
  isCut,
  nextCalls,
  type PlannedCall,
  resultOf,
  type ToldCall,
  type ToolName,
  textOf,
} from './plan.ts';
import type { Seen } from './watcher.ts';

export interface EndedRun {
  readonly runId: string;
  readonly text: string;
  readonly log: readonly StoredEvent[];
  readonly state: RunState;
  readonly calls: ReadonlyMap<string, CallRecord>;
  readonly seen: readonly Seen[];
  readonly told: readonly Told[];
  /** The messages of it that the chat keeps. */
  readonly records: readonly MessageRecord[];
}

/** Holds a run that has ended against the laws. */
export function checkRun(run: EndedRun, { add }: Findings): void {
  const { runId, log, state, seen } = run;
  const tell: Tell = (fault, about) => add(fault, `run ${runId}: ${about}`);
  for (const [i, event] of log.entries()) {
    if (event.seq !== i + 1) tell('gaps', `the log has ${event.seq} at place ${i + 1}`);
    if (event.fence < (log[i - 1]?.fence ?? 0)) tell('gaps', `the fence falls at ${event.seq}`);
    if (isRunEnd(event) && i < log.length - 1) tell('duplicates', `it ends before its last event`);
  }
  for (const view of seen) {
    const lost = view.events.filter((event, i) => !isDeepStrictEqual(event, log[i])).length;
    if (lost > 0) tell('losses', `${lost} events were seen and are others in the log`);
    if (!isDeepStrictEqual(view.state, state)) tell('mismatched views', 'a watcher ended with another state');
  }
  if (state.status === 'failed') tell('failed runs', JSON.stringify(state.error));
  checkRecord(run, tell);
  checkSteps(run, tell);
  checkCuts(run, tell);
  checkResults(run, tell);
  checkDecisions(run, tell);
}

type Tell = Findings['add'];

function checkRecord({ runId, records, state }: EndedRun, tell: Tell): void {
  const own = records.filter(({ id }) => id === runId);
  const [record] = own;
  if (own.length !== 1)
    tell(own.length === 0 ? 'losses' : 'duplicates', `${own.length} messages in its chat`);
  if (record !== undefined && (record.text !== runText(state) || record.status !== state.status))
    tell('mismatched views', 'the chat keeps another text or status than the log');
}

/** The words and calls of the model follow from the prompt and the results; those of a run that was stopped are their beginning. */
function checkSteps({ text, state, calls }: EndedRun, tell: Tell): void {
  const told: ToldCall[] = [];
  let expected = '';
  for (const [i, { message }] of state.steps.entries()) {
    expected += textOf(
      text,
      i + 1,
      told.map(({ result }) => result),
    );
    const made = (message?.content ?? []).flatMap((block) => (block?.type === 'tool_use' ? [block] : []));
    const isPart = message?.finishReason === 'cut' || message?.status !== 'completed';
    if (!isMadeOf(made, nextCalls(text, told), isPart))
      tell('mismatched views', `step ${i + 1} has other calls than the model made`);
    for (const { id, name, input } of made)
      told.push({ name, input, result: String(calls.get(id)?.result?.content) });
  }
  const said = runText(state);
  const whole = state.status === 'completed';
  if (whole && nextCalls(text, told).length > 0) tell('losses', 'it ended before all calls were made');
  if (whole && state.steps.at(-1)?.message?.finishReason === 'cut') tell('losses', 'its last words are cut');
  if (whole ? said !== expected : !expected.startsWith(said))
    tell('mismatched views', `its text is ${JSON.stringify(said)}, not ${JSON.stringify(expected)}`);
}

/** Tells whether these are the expected calls: all of them, or the first of them, the last one perhaps incomplete. */
function isMadeOf(made: readonly ToolUseBlock[], wanted: readonly PlannedCall[], isPart: boolean): boolean {
  if (isPart ? made.length > wanted.length : made.length !== wanted.length) return false;
  return made.every(({ name, input, input_error, stop_timestamp }, i) => {
    const isWhole = input_error === undefined && stop_timestamp !== null;
    if (name !== wanted[i]?.name) return false;
    return isWhole ? isDeepStrictEqual(input, wanted[i]?.input) : isPart && i === made.length - 1;
  });
}

/** A message is cut only when a call of it was asked about or begun, and no call that was is ever forgotten. */
function checkCuts({ log, calls }: EndedRun, tell: Tell): void {
  let begun = 0;
  for (const event of log) {
    if (event.type === 'step_start') begun = 0;
    if (event.type === 'message_delta' && event.delta.stop_reason === 'cut' && begun === 0)
      tell('losses', `a message was cut at ${event.seq} although nothing of it had begun`);
    if (event.type !== 'approval_request' && event.type !== 'tool_start') continue;
    begun += 1;
    if (!calls.has(event.tool_use_id)) tell('losses', `the call ${event.tool_use_id} began and is gone`);
  }
}

const STOPPED = /^The run was stopped /;
const REASONS = /^(The person did not allow this|The server stopped while this ran|The run was stopped )/;
const GIVEN_UP = /^The server stopped 3 times while this ran/;

function checkResults({ state, calls }: EndedRun, tell: Tell): void {
  for (const { toolUseId, name, cut, results, result, input, starts } of calls.values()) {
    if (results !== 1) tell('calls without exactly one result', `${name} ${toolUseId} has ${results}`);
    if (result === undefined) continue;
    if (cut) {
      if (!result.is_error || (!STOPPED.test(String(result.content)) && !isCut(result.content)))
        tell('wrong arguments', `${name} was cut off and answered with ${result.content}`);
      continue;
    }
    // A call is given up only when it was begun three times.
    const reasons = starts.length === 3 && GIVEN_UP.test(String(result.content)) ? GIVEN_UP : REASONS;
    // Only calls of our model have results that are no error.
    const expected = result.is_error ? reasons : resultOf(name as ToolName, input as CallInput);
    // After an edit the model first reads what ran instead.
    const changed = `The person changed the input. This is what ran: ${JSON.stringify(input)}\n\n`;
    const content = String(result.content).replace(changed, '');
    if (typeof expected === 'string' ? content !== expected : !expected.test(content))
      tell('wrong arguments', `${name} was answered with ${content}`);
  }
  for (const block of runBlocks(state))
    if (block.type === 'tool_result' && !calls.has(block.tool_use_id))
      tell('calls without exactly one result', `a result of ${block.tool_use_id}, which was not called`);
}

/** Each question is decided once, and every device saw the decision that is in the log. */
function checkDecisions({ log, told, state }: EndedRun, tell: Tell): void {
  const taken = log.flatMap((event) => (event.type === 'approval_decision' ? [event] : []));
  for (const [id, each] of groupBy(taken, ({ approval_id }) => approval_id))
    if (each.length > 1) tell('lost or doubled commands', `${id} was decided ${each.length} times`);
  for (const { approvalId, decision, by, seq, won } of told) {
    const event = taken.find(({ approval_id }) => approval_id === approvalId);
    // A question expires only with a run that is stopped.
    if (decision === undefined && event === undefined && state.status === 'cancelled') continue;
    const right =
      event !== undefined &&
      isDeepStrictEqual(event.decision, decision) &&
      event.by === by &&
      (seq === undefined || event.seq === seq);
    if (!right)
      tell('lost or doubled commands', `${approvalId} is decided otherwise than was told (won: ${won})`);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { MessageRecord, SentMessage } from '@millrace/engine/run';
import { type CallRecord, callRecords } from './call-record.ts';
import { checkRun } from './check-run.ts';
import type { Device } from './device.ts';
import type { Findings } from './findings.ts';
import { createPerson } from './person.ts';
import type { Random } from './random.ts';
import { type Watch, watchRun } from './watcher.ts';

export interface World {
  readonly devices: readonly Device[];
  readonly findings: Findings;
  readonly totals: Totals;
  /** All calls of all runs, by `run/call`. */
  readonly calls: Map<string, CallRecord>;
  /** Aborted when nothing new is to begin. */
  readonly over: AbortSignal;
  /** Aborted when nobody waits any longer. */
  readonly giveUp: AbortSignal;
  /** Aborted when a hunt has found what it sought: runs that are left then are not stuck. */
  readonly found?: AbortSignal;
}

export interface Totals {
  runs: number;
  cancelled: number;
  events: number;
  connections: number;
  resyncs: number;
  decisions: number;
  conflicts: number;
  reruns: number;
  cuts: number;
}

/** A chat with one to three questions, one after the other. Each is watched, decided and held against the laws. */
export async function converse(world: World, chatId: string, random: Random): Promise<void> {
  const { devices, findings } = world;
  const { status } = await random.pick(devices).send('/api/chats', { id: chatId });
  if (status !== 200) findings.add('lost or doubled commands', `chat ${chatId} was answered with ${status}`);
  const asked: string[] = [];
  const turns = random.between(1, 3);
  for (let turn = 1; turn === 1 || (turn <= turns && !world.over.aborted); turn += 1) {
    const text = `${chatId} ${turn}`;
    asked.push(text);
    await oneTurn(world, { chatId, text, asked }, random.fork(`turn ${turn}`));
  }
}

interface Turn {
  readonly chatId: string;
  readonly text: string;
  /** All questions of the chat up to this one. */
  readonly asked: readonly string[];
}

async function oneTurn(world: World, { chatId, text, asked }: Turn, random: Random): Promise<void> {
  const { devices, findings, totals, giveUp } = world;
  const runId = await post(world, chatId, text, random);
  if (runId === undefined) return;
  totals.runs += 1;
  const person = createPerson({ runId, devices, random: random.fork('person'), findings });
  let ended = false;
  const watch = (name: string, patient: boolean): Watch => ({
    runId,
    device: random.pick(devices),
    random: random.fork(name),
    findings,
    patient,
    onState(now) {
      ended ||= now.endedAt !== null;
      person.look(now);
    },
    hasEnded: () => ended,
    signal: giveUp,
  });
  const cancelled = random.chance(0.08) ? cancel(world, runId, random.fork('cancel')) : undefined;
  const seen = await Promise.all([watchRun(watch('first', true)), watchRun(watch('second', false))]);
  const told = await person.done();
  const status = await cancelled;
  if (world.found?.aborted) return;
  if (giveUp.aborted) return findings.add('stuck runs', await describe(world, runId));

  // The whole log, read once more from its beginning.
  const whole = await watchRun({ ...watch('whole', true), onState: () => {} });
  const { events: log, state } = whole;
  const calls = callRecords(runId, log, state);
  for (const [id, call] of calls) world.calls.set(`${runId}/${id}`, call);
  // The shape of the route's answer.
  const { messages } = (await random.pick(devices).read(`/api/chats/${chatId}/messages`)) as {
    messages: MessageRecord[];
  };
  const questions = messages.flatMap(({ role, text: said }) => (role === 'user' ? [said] : []));
  if (!isDeepStrictEqual(questions, asked))
    findings.add('lost or doubled commands', `chat ${chatId} has the questions ${questions.join(', ')}`);
  checkRun({ runId, text, log, state, calls, seen, told, records: messages }, findings);
  if (status !== undefined && status !== state.status)
    findings.add('lost or doubled commands', `run ${runId}: cancel said ${status}, it is ${state.status}`);
  if (state.status === 'cancelled') totals.cancelled += 1;
  totals.events += log.length;
  totals.decisions += told.filter(({ won }) => won).length;
  totals.conflicts += told.filter(({ won }) => !won).length;
  for (const { reruns } of calls.values()) totals.reruns += reruns;
  totals.cuts += state.steps.filter(({ message }) => message?.finishReason === 'cut').length;
  for (const view of seen) {
    totals.connections += view.connections;
    totals.resyncs += view.resyncs;
  }
}

/** Sends a question twice, to whichever servers, with one command id. Both answers name one run. */
async function post(
  { devices, findings }: World,
  chatId: string,
  text: string,
  random: Random,
): Promise<string | undefined> {
  const body = { command_id: text.replaceAll(' ', '_'), text };
  const answers = await Promise.all(
    [0, random.between(0, 40)].map(async (wait) => {
      await sleep(wait);
      return random.pick(devices).send(`/api/chats/${chatId}/messages`, body);
    }),
  );
  const [one, two] = answers;
  if (one?.status !== 200 || !isDeepStrictEqual(one, two)) {
    findings.add('lost or doubled commands', `${text} was answered with ${JSON.stringify(answers)}`);
    return undefined;
  }
  // The shape of the route's answer.
  return (one.body as SentMessage).run_id;
}

/** Stops a run, asking twice. Returns the last status, if it is one that ends. */
async function cancel({ devices }: World, runId: string, random: Random): Promise<string | undefined> {
  await sleep(random.between(0, 2_000));
  let last: string | undefined;
  for (const device of [random.pick(devices), random.pick(devices)]) {
    const { body } = await device.send(`/api/runs/${runId}/cancel`, { command_id: 'stop' });
    // The shape of the route's answer.
    last = (body as { status: string }).status;
  }
  return last === 'ready' || last === 'waiting' ? undefined : last;
}

async function describe({ devices }: World, runId: string): Promise<string> {
  const [device] = devices;
  const answer = await device?.watch(`/api/runs/${runId}/events`, '', AbortSignal.timeout(2_000));
  let text = '';
  try {
    const decoder = new TextDecoder();
    for await (const bytes of answer?.body ?? []) text += decoder.decode(bytes, { stream: true });
  } catch {
    // It has no end: that is the point.
  }
  return `run ${runId}\n${text.replaceAll(/^(id:.*|)\n/gm, '')}`;
}

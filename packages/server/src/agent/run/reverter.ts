import { randomUUID } from 'node:crypto';
import type { Revert, RevertAnswer, RevertedCall, RevertOutcome } from '@millrace/engine/run';
import type { Claim, RunStore } from '../../store/store.ts';
import { FencedError } from '../../store/store-error.ts';
import type { Tool, ToolInput } from '../../tools/define/tool.ts';
import { toolSource } from '../../tools/define/toolbox.ts';
import { folderIn } from '../../tools/workspace/folder-in.ts';
import { type Bus, CHATS_TOPIC, runTopic } from '../log/bus.ts';
import type { Clock } from '../log/clock.ts';
import { NO_PAST, type PastRun, readPast } from '../log/past-run.ts';
import type { AgentOptions } from '../plan/turn.ts';

export interface RevertWish {
  readonly commandId: string;
  readonly runId: string;
  /** One call; without it all of the run. */
  readonly toolUseId?: string | undefined;
}

/** `busy`: somebody else undoes something of this run, or works on the workspace, and takes long. */
export type RevertResult =
  | { readonly type: 'done'; readonly answer: RevertAnswer }
  | { readonly type: 'no_run' | 'run_active' | 'no_call' | 'busy' };

export interface Reverter {
  revert(wish: RevertWish): Promise<RevertResult>;
  /** Stops what is under way. */
  stop(): Promise<void>;
}

export interface ReverterParts extends Pick<AgentOptions, 'tools' | 'workspace' | 'lock'> {
  readonly store: RunStore;
  readonly bus: Bus;
  readonly clock: Clock;
  /** The time that leases are counted in. */
  readonly now: () => number;
  /** No other process works on this store. */
  readonly sole: boolean;
}

/** With the tools that there are now. */
type UndoParts = Omit<ReverterParts, 'tools'> & { readonly tools: readonly Tool[]; readonly chatId: string };

const LEASE_MS = 60_000;
/** An inverse is given up well before the lease of its run is over. */
const LONGEST_MS = 30_000;
const WAIT_MS = 10_000;
const FIRST_PAUSE_MS = 10;
const LAST_PAUSE_MS = 200;

const BUSY = Symbol('another process is working');
const STOPPING = new Error('The server is shutting down.');

/**
 * Undoes calls of runs that have ended, the newest first, each once. Who undoes a call has taken its run in the store before, and
 * what became of it stands in the log. After a crash between the two the run is free when its lease is over; the call counts as
 * not undone and is undone again, which changes nothing where it was done already. That is the law for inverses.
 */
export function createReverter(parts: ReverterParts): Reverter {
  const { store } = parts;
  const stopping = new AbortController();
  /** The last of those who want to undo something of a run. */
  const underWay = new Map<string, Promise<unknown>>();

  async function revert(wish: RevertWish): Promise<RevertResult> {
    const run = await store.getRun(wish.runId);
    if (run === undefined) return { type: 'no_run' };
    if (run.status === 'ready' || run.status === 'waiting') return { type: 'run_active' };
    const past = await readPast(store, wish.runId, NO_PAST);
    const workspace = await placeOf(parts, run.folder);
    const tools = await toolSource(parts.tools)();
    const known: UndoParts = { ...parts, workspace, tools, chatId: run.chatId };
    const wanted = callsFor(known, past, wish);
    if (wanted.length === 0 && wish.toolUseId !== undefined) return { type: 'no_call' };
    const calls: RevertedCall[] = [];
    for (const id of wanted) {
      const result = await revertCall(known, { ...wish, toolUseId: id }, past, stopping.signal);
      if (result === 'busy') return { type: 'busy' };
      calls.push(result);
    }
    return { type: 'done', answer: answerOf(calls) };
  }

  return {
    revert(wish) {
      const before = underWay.get(wish.runId) ?? Promise.resolve();
      const mine = before.catch(() => {}).then(() => revert(wish));
      underWay.set(wish.runId, mine);
      return mine.finally(() => {
        if (underWay.get(wish.runId) === mine) underWay.delete(wish.runId);
      });
    },
    async stop() {
      stopping.abort(STOPPING);
      await Promise.allSettled(underWay.values());
    },
  };
}

/** The folder that a run worked in; without it nothing of its files can be undone. */
async function placeOf(
  { workspace }: ReverterParts,
  folder: string | undefined,
): Promise<AgentOptions['workspace']> {
  if (workspace === undefined || folder === undefined) return workspace;
  return folderIn(workspace, folder).catch(() => undefined);
}

/** The calls that are meant: one, or all that ran and may have changed something, the newest first. */
function callsFor({ tools }: UndoParts, { state, undo }: PastRun, { toolUseId }: RevertWish): string[] {
  if (toolUseId !== undefined) return state.tools.has(toolUseId) ? [toolUseId] : [];
  const reads = new Set(tools.flatMap(({ name, effect }) => (effect === 'read' ? [name] : [])));
  return [...undo.keys()].filter((id) => !reads.has(state.tools.get(id)?.tool ?? '')).toReversed();
}

function answerOf(calls: readonly RevertedCall[]): RevertAnswer {
  const many = (outcome: RevertOutcome): number => calls.filter((call) => call.outcome === outcome).length;
  return {
    reverted: many('reverted'),
    already: many('already'),
    failed: many('failed'),
    not_revertible: many('not_revertible'),
    calls,
  };
}

type CallWish = RevertWish & { readonly toolUseId: string };
type Undoable = Tool & Required<Pick<Tool, 'revert'>>;

/** The state of a call as far as the log tells it, or the tool that can undo it now. Pure. */
function standing(
  { tools }: UndoParts,
  { state, undo, reverts }: PastRun,
  { commandId, toolUseId }: CallWish,
): { readonly done: RevertedCall } | { readonly tool: Undoable } {
  const { tool: name = '', reverted = false } = state.tools.get(toolUseId) ?? {};
  const call = { tool_use_id: toolUseId, tool: name };
  const told = reverts.find((each) => each.command_id === commandId && each.tool_use_id === toolUseId);
  if (told !== undefined) return { done: { ...call, ...resultOf(told) } };
  if (reverted) return { done: { ...call, outcome: 'already' } };
  const tool = tools.find((each): each is Undoable => each.name === name && each.revert !== undefined);
  if (tool === undefined || undo.get(toolUseId) === undefined)
    return { done: { ...call, outcome: 'not_revertible' } };
  return { tool };
}

function resultOf({ ok, message }: Revert): Pick<RevertedCall, 'outcome' | 'message'> {
  return { outcome: ok ? 'reverted' : 'failed', ...(message !== undefined && { message }) };
}

async function revertCall(
  parts: UndoParts,
  wish: CallWish,
  before: PastRun,
  signal: AbortSignal,
): Promise<RevertedCall | 'busy'> {
  const { clock, lock } = parts;
  const first = standing(parts, before, wish);
  if ('done' in first) return first.done;
  const waiting = new AbortController();
  const stopWaiting = clock.after(WAIT_MS, () => waiting.abort(BUSY));
  const waits = AbortSignal.any([signal, waiting.signal]);
  const work = async (): Promise<RevertedCall> => {
    const claim = await take(parts, wish.runId, waits);
    stopWaiting();
    return withRun(parts, claim, wish, before, signal);
  };
  try {
    return await (first.tool.local ? lock(waits, work) : work());
  } catch (error) {
    // The worker that has the run by now does the same.
    if (error === BUSY || error instanceof FencedError) return 'busy';
    throw error;
  } finally {
    stopWaiting();
  }
}

/** Undoes a call of a run that is ours, unless somebody did so before, and gives the run up. */
async function withRun(
  parts: UndoParts,
  claim: Claim,
  wish: CallWish,
  before: PastRun,
  signal: AbortSignal,
): Promise<RevertedCall> {
  const { store, bus, clock, chatId } = parts;
  let event: Revert | null = null;
  try {
    const past = await readPast(store, wish.runId, before);
    const now = standing(parts, past, wish);
    if ('done' in now) return now.done;
    event = await undoCall(parts, now.tool, wish, past, signal);
    return { tool_use_id: wish.toolUseId, tool: now.tool.name, ...resultOf(event) };
  } finally {
    await store.endRevert(claim, event, clock.now());
    if (event !== null) {
      bus.publish(runTopic(wish.runId));
      bus.publish(CHATS_TOPIC, chatId);
    }
  }
}

/** Takes a run that has ended for ourselves, as soon as nobody else has it. */
async function take(
  { store, clock, now, sole }: UndoParts,
  runId: string,
  signal: AbortSignal,
): Promise<Claim> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LAST_PAUSE_MS, pause * 2)) {
    signal.throwIfAborted();
    // A server that is alone knows that no other process has it: here one request comes after the other.
    const free = sole ? ((await store.getRun(runId))?.leaseUntil ?? 0) : 0;
    const lease = { owner: randomUUID(), now: Math.max(now(), free), leaseMs: LEASE_MS };
    const run = await store.claimEnded(runId, lease);
    if (run !== undefined) return { runId, fence: run.fence };
    await new Promise<void>((resolve) => void clock.after(pause, resolve));
  }
}

/** Lets a tool undo its call. Its error is reported, too. */
async function undoCall(
  { workspace, clock }: UndoParts,
  tool: Undoable,
  { runId, toolUseId, commandId }: CallWish,
  { state, undo }: PastRun,
  stopping: AbortSignal,
): Promise<Revert> {
  const late = new AbortController();
  const stop = clock.after(LONGEST_MS, () =>
    late.abort(new Error('It took too long. It may be only partly done.')),
  );
  const signal = AbortSignal.any([stopping, late.signal]);
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const about = { type: 'revert', tool_use_id: toolUseId, command_id: commandId } as const;
  try {
    // A call that ran had an object for its input.
    const input = state.tools.get(toolUseId)?.input as ToolInput;
    const ctx = { runId, toolUseId, key: `${runId}:${toolUseId}:revert`, signal };
    const place = { ...ctx, workspace: workspace?.during(signal) };
    const said = await Promise.race([tool.revert(input, undo.get(toolUseId), place), aborted]);
    return { ...about, ok: said.is_error !== true, message: said.content };
  } catch (error) {
    stopping.throwIfAborted();
    return { ...about, ok: false, message: error instanceof Error ? error.message : String(error) };
  } finally {
    stop();
  }
}

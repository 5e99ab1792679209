import type { RunState } from '@millrace/engine/run';
import type { Tool } from '../../tools/define/tool.ts';
import type { OpenCall } from '../calls/open-calls.ts';
import { orGivenUp } from '../calls/time-limit.ts';
import type { Turn } from './turn.ts';

const LONGEST_MESSAGE = 1_000;

/** Tells whether a tool may change the workspace of this machine. */
export function changesWorkspace({ local, effect }: Tool): boolean {
  return local === true && effect !== 'read';
}

/** Why the workspace can't be saved in this turn; undefined when it can, or when nothing would change it. */
export async function checkpointTrouble(
  { checkpoints, workspace }: Turn,
  tools: readonly Tool[],
): Promise<string | undefined> {
  const isNeeded = workspace !== undefined && tools.some(changesWorkspace);
  return isNeeded ? checkpoints?.trouble() : undefined;
}

/** Why a person is asked about a change that no checkpoint stands before; undefined when one does, or can. Pure. */
export function withoutCheckpoint(
  { checkpoints }: Pick<RunState, 'checkpoints'>,
  trouble: string | undefined,
): string | undefined {
  if (checkpoints.some(({ checkpoint_id }) => checkpoint_id !== null)) return undefined;
  const [failed] = checkpoints;
  const why = failed === undefined ? trouble : (failed.message ?? '');
  return why === undefined
    ? undefined
    : `The workspace could not be saved, so there is no checkpoint to go back to. ${why}`;
}

/**
 * Saves the workspace before the first change of a run, once, and notes it in the log before anything is begun. False when
 * that has failed just now: the log says so, and a person is asked.
 */
export async function keepCheckpoint(turn: Turn, { block }: OpenCall, tool: Tool): Promise<boolean> {
  const { checkpoints, workspace, log, lock, renew, clock } = turn;
  if (checkpoints === undefined || workspace === undefined || !changesWorkspace(tool)) return true;
  // A call that continues from an earlier run was begun there.
  const isKept = (): boolean => log.state().checkpoints.length > 0 || log.state().followUp === block.id;
  if (isKept()) return true;
  const signal = AbortSignal.any([turn.signal, turn.parking()]);
  return lock(signal, async () => {
    if (isKept()) return true;
    await renew();
    const saving = orGivenUp(clock, signal, checkpoints.save(`before ${tool.name}`, signal));
    const { id, message } = await saving.then(
      (saved) => ({ id: saved.id, message: saved.notes.join(' ') }),
      (error: unknown) => {
        signal.throwIfAborted();
        return { id: null, message: error instanceof Error ? error.message : String(error) };
      },
    );
    const told = message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
    await log.append(
      [{ type: 'checkpoint', checkpoint_id: id, ...(told !== '' && { message: told }) }],
      'durable',
    );
    return id !== null;
  });
}

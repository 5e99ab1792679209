import type { KeptRule } from '@millrace/engine/approval';
import type { MessageRecord } from '@millrace/engine/run';
import type { Model } from '../../models/adapter/model.ts';
import type { Tool } from '../../tools/define/tool.ts';
import type { Mode } from '../../tools/modes/mode.ts';
import { trusted } from '../log/run-log.ts';
import type { Circumstances } from './next-actions.ts';
import type { Turn } from './turn.ts';

/** The facts that only the turn itself knows. */
export interface TurnState {
  /** The mode that the run began in. */
  readonly mode: Mode;
  readonly background: boolean;
  readonly tools: readonly Tool[];
  readonly rules: readonly KeptRule[];
  readonly busy: ReadonlySet<string>;
  /** Why the workspace can't be saved. */
  readonly trouble: string | undefined;
}

const FEW = 5;
const MANY = 50;

/** The facts that the next actions depend on beside the log. Pure but for the time. */
export function circumstancesOf(turn: Turn, known: TurnState): Circumstances {
  const { mode, background, tools, rules, busy, trouble } = known;
  const { modes, workspace, protectedPaths, repetitionLimit, settleMs, clock, model, spawner } = turn;
  return {
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    rules,
    root: workspace?.root,
    protectedPaths,
    repetitionLimit,
    trouble,
    settleMs,
    now: clock.now(),
    modeOf: (slug) => heldBy(model, modes.find((each) => each.slug === slug) ?? mode),
    // Few steps where people talk, many where work is done.
    maxIterations: ({ mustUseTools }) => turn.maxIterations ?? (mustUseTools ? MANY : FEW),
    atStepLimit: turn.atStepLimit,
    oneByOne: model?.calls === 'text',
    background,
    busy,
    spawned: spawner.open,
    speaking: turn.speaking,
  };
}

/** A model that only shows how the app works can't be held to use tools. */
function heldBy(model: Model | undefined, mode: Mode): Mode {
  return model?.demo === true ? { ...mode, mustUseTools: false } : mode;
}

/** The rules as they are now. Who has no tools needs none. */
export async function rulesFor(
  { store, run, workspace }: Turn,
  tools: readonly Tool[],
): Promise<readonly KeptRule[]> {
  if (tools.length === 0) return [];
  return trusted(() => store.readRules({ chatId: run.chatId, workspace: workspace?.root ?? '' }));
}

/** The mode that a chat is in: the last one that was chosen or changed. */
export async function startingMode({ store, run, modes }: Turn): Promise<Mode> {
  const [first] = modes;
  if (first === undefined) throw new Error('There are no modes. Give the server at least one.');
  const slug = lastMode(await trusted(() => store.readMessages(run.chatId, 0)));
  return modes.find((mode) => mode.slug === slug) ?? first;
}

function lastMode(records: readonly MessageRecord[]): string | undefined {
  return records.findLast(({ mode }) => mode !== undefined)?.mode;
}

import {
  createRunTrace,
  isRunEnd,
  type ModelPrice,
  type StoredEvent,
  type TraceStep,
} from '@millrace/engine/run';
import type { Model } from '../../models/adapter/model.ts';
import type { RunRow } from '../../store/store.ts';
import type { Clock } from '../log/clock.ts';
import type { Observation, Observe } from '../log/observation.ts';

/** The watch over the work of this process on one run. */
export interface RunWatch {
  see(events: readonly StoredEvent[], isOld: boolean): void;
  /** Tells that the work is over, and how, unless the log says it. */
  end(otherwise: 'waiting' | 'left' | 'lost'): void;
}

type LeftStatus = Extract<Observation, { readonly type: 'run_left' }>['status'];

const ENDS = { complete: 'completed', cancelled: 'cancelled', error: 'failed' } as const;

/** Tells an observer what is done in a run, from its log. */
export function watchRun(
  { id: run_id, model, fence }: RunRow,
  found: Model | undefined,
  { clock, observe }: { readonly clock: Clock; readonly observe?: Observe | undefined },
): RunWatch {
  if (observe === undefined) return { see: () => {}, end: () => {} };
  const taken_at = clock.now();
  const price = found?.price;
  const provider = model.includes('/') ? model.slice(0, model.indexOf('/')) : '';
  const trace = createRunTrace();
  let status: LeftStatus | undefined;
  /** Waits that ended while nobody worked on the run: the decisions at the end of its log when it was taken. */
  let decided: TraceStep[] = [];
  const tell = (step: TraceStep): void =>
    observe({ type: 'step_ended', run_id, model, provider, step, ...costOf(step, price) });
  const tellDecided = (): void => decided.splice(0).forEach(tell);
  observe({ type: 'run_taken', run_id, model, again: fence > 1 });
  return {
    see(events, isOld) {
      if (!isOld) tellDecided();
      for (const event of events) {
        const ended = trace.apply(event);
        if (isOld) decided = event.type === 'approval_decision' ? [...decided, ...ended] : [];
        else ended.forEach(tell);
        if (!isOld && isRunEnd(event)) status = ENDS[event.type];
      }
    },
    end(otherwise) {
      tellDecided();
      observe({
        type: 'run_left',
        run_id,
        model,
        status: status ?? otherwise,
        taken_at,
        left_at: clock.now(),
      });
    },
  };
}

function costOf({ usage }: TraceStep, price: ModelPrice | undefined): { readonly cost?: number } {
  if (usage === undefined || price === undefined) return {};
  const { input_tokens, output_tokens, cache_read_input_tokens = 0, cache_creation_input_tokens = 0 } = usage;
  const read = input_tokens + cache_read_input_tokens + cache_creation_input_tokens;
  return { cost: (read * price.input + output_tokens * price.output) / 1_000_000 };
}

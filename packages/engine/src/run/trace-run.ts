import type { TokenUsage } from '../message/message.ts';
import { isRunEnd, type StoredEvent } from './run-events.ts';

/** One part of the work of a run, without its content: a request to a model, a call of a tool, or a wait for a person. */
export interface TraceStep {
  readonly type: 'model' | 'tool' | 'person';
  /** Its own name within the run. */
  readonly id: string;
  /** The name of the tool; empty for a model. */
  readonly name: string;
  /** The sub-agent that it belongs to, by the call that opened it. */
  readonly span?: string;
  /** Of a model: the step of the run, and which try of it this is. */
  readonly step?: number;
  readonly attempt?: number;
  readonly started_at: number;
  /** The time of the first block that a model sent. */
  readonly first_at?: number;
  /** Undefined while it goes on. */
  readonly ended_at?: number;
  /** `cut`: given up, and begun again, or the run ended. */
  readonly status: 'open' | 'done' | 'failed' | 'cut';
  readonly usage?: TokenUsage;
  readonly stop_reason?: string;
}

/** The steps of a run so far. */
export interface RunTrace {
  /** Takes the next event of the log; returns the steps that it has ended. */
  apply(event: StoredEvent): readonly TraceStep[];
  /** All steps, in the order in which they began. */
  steps(): readonly TraceStep[];
}

/** Folds the log of a run into its steps. Keeps no word of people or models. Never throws. */
export function createRunTrace(): RunTrace {
  const steps = new Map<string, TraceStep>();
  /** The open request of each thread, by the name of its span. */
  const speaking = new Map<string, string>();
  const failed = new Set<string>();

  function change(id: string, change: Partial<TraceStep>): TraceStep[] {
    const step = steps.get(id);
    if (step === undefined || step.status !== 'open') return [];
    const changed = { ...step, ...change };
    steps.set(id, changed);
    return changed.status === 'open' ? [] : [changed];
  }

  function end(id: string, ended_at: number, status: TraceStep['status']): TraceStep[] {
    return change(id, { ended_at, status });
  }

  function begin(id: string, step: Omit<TraceStep, 'id' | 'status'>): void {
    steps.set(id, { ...step, id, status: 'open' });
  }

  /** Ends the request of a thread. */
  function endSpeaking(span: string, at: number, status: TraceStep['status']): TraceStep[] {
    const id = speaking.get(span);
    speaking.delete(span);
    return id === undefined ? [] : end(id, at, status);
  }

  return {
    steps: () => [...steps.values()],
    apply(event) {
      const { ts, span_id } = event;
      const thread = span_id ?? '';
      const own = span_id === undefined ? {} : { span: span_id };
      const request = speaking.get(thread);
      switch (event.type) {
        case 'step_start': {
          const { step, attempt } = event;
          const cut = endSpeaking(thread, ts, 'cut');
          const id = `${thread}/${step}/${attempt}`;
          begin(id, { type: 'model', name: '', ...own, step, attempt, started_at: ts });
          speaking.set(thread, id);
          return cut;
        }
        case 'message_start':
        case 'message_delta': {
          const counts = event.type === 'message_start' ? event.message.usage : event.usage;
          if (request === undefined) return [];
          const before = steps.get(request)?.usage;
          const usage = counts === undefined ? before : counted(before, counts);
          const stop_reason = event.type === 'message_delta' ? event.delta.stop_reason : null;
          return change(request, {
            ...(usage !== undefined && { usage }),
            ...(stop_reason !== null && { stop_reason }),
          });
        }
        case 'content_block_start': {
          const { content_block } = event;
          if (content_block.type === 'tool_result') {
            if (content_block.is_error === true) failed.add(content_block.tool_use_id);
            return [];
          }
          if (request === undefined || steps.get(request)?.first_at !== undefined) return [];
          return change(request, { first_at: ts });
        }
        case 'message_stop':
          return endSpeaking(thread, ts, 'done');
        case 'tool_start':
          begin(event.tool_use_id, { type: 'tool', name: event.tool, ...own, started_at: ts });
          return [];
        case 'tool_complete':
          return end(event.tool_use_id, ts, failed.has(event.tool_use_id) ? 'failed' : 'done');
        case 'approval_request':
          begin(event.approval_id, { type: 'person', name: event.tool, ...own, started_at: ts });
          return [];
        case 'approval_decision':
          return end(event.approval_id, ts, 'done');
        case 'approval_withdrawn':
          return end(event.approval_id, ts, 'cut');
        default: {
          if (!isRunEnd(event)) return [];
          const status = event.type === 'error' ? 'failed' : 'cut';
          speaking.clear();
          return [...steps.keys()].flatMap((id) => end(id, ts, status));
        }
      }
    },
  };
}

/** Adds what a provider counted: null is what it does not count. */
function counted(before: TokenUsage | undefined, counts: object): TokenUsage {
  const known = Object.fromEntries(Object.entries(counts).filter(([, count]) => typeof count === 'number'));
  return { input_tokens: 0, output_tokens: 0, ...before, ...known };
}

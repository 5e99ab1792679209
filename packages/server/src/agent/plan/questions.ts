import type { HitlDecision } from '@millrace/engine';
import { argsHash } from '@millrace/engine/approval';
import type { NewEvent } from '@millrace/engine/run';
import type { FormAnswer, ToolForm } from '../../tools/define/tool.ts';
import type { OpenCall } from '../calls/open-calls.ts';
import type { RunLog } from '../log/run-log.ts';
import { approvalId } from './ask-events.ts';
import { inSpan, type TurnOptions } from './turn.ts';

/** The questions that tools of this turn ask a person while they run. The log has the questions; only the waiting tools are here. */
export interface Questions {
  /** Asks, one question of a call after the other, and resolves with what the person says. Never rejects. */
  ask(call: OpenCall, form: ToolForm, signal: AbortSignal): Promise<FormAnswer>;
  /** From now on a call can't ask here. False when it waits for an answer. */
  leave(toolUseId: string): boolean;
  /** Gives each its answer that the log has, and closes those whose time is over. */
  settle(): Promise<void>;
  /** When the time of the next one is over. */
  until(): number | null;
}

interface OpenQuestion {
  readonly call: OpenCall;
  readonly form: ToolForm;
  readonly expiresAt: number | null;
  readonly resolve: (answer: FormAnswer) => void;
}

type Parts = Pick<TurnOptions, 'run' | 'clock' | 'approvalMs'> & { readonly log: RunLog };

const CANCEL: FormAnswer = { action: 'cancel' };

/** `poke` is called when there is a question to look after. */
export function createQuestions({ run, clock, approvalMs, log }: Parts, poke: () => void): Questions {
  const open = new Map<string, OpenQuestion>();
  const asking = new Map<string, Promise<unknown>>();
  const left = new Set<string>();

  async function askNow(call: OpenCall, form: ToolForm, signal: AbortSignal): Promise<FormAnswer> {
    if (signal.aborted || form.signal?.aborted) return CANCEL;
    const input = form.defaults ?? {};
    const { id: tool_use_id, name: tool } = call.block;
    const approval_id = approvalId(run.id, call, log.state().tools.get(tool_use_id)?.asked);
    const expiresAt = approvalMs === null ? null : clock.now() + approvalMs;
    const request: NewEvent = {
      type: 'approval_request',
      ...{ approval_id, tool_use_id, tool, input, args_hash: argsHash(input) },
      question: { message: form.message, schema: form.schema },
      ...(expiresAt !== null && { expires_at: expiresAt }),
    };
    await log.ask(inSpan(call.span, [request]), call.step);
    return new Promise((resolve) => {
      open.set(approval_id, { call, form, expiresAt, resolve });
      // The worker that ends or continues the run closes the question in the log.
      const stop = (): void => take(approval_id)?.resolve(CANCEL);
      signal.addEventListener('abort', stop, { once: true });
      form.signal?.addEventListener('abort', poke, { once: true });
      if (signal.aborted) stop();
      poke();
    });
  }

  function take(id: string): OpenQuestion | undefined {
    const found = open.get(id);
    open.delete(id);
    return found;
  }

  return {
    async ask(call, form, signal) {
      const { id } = call.block;
      // A run that continues a call may work where nobody sees it.
      if (left.has(id) || log.state().followUp !== null) return CANCEL;
      const mine = (asking.get(id) ?? Promise.resolve()).then(() => askNow(call, form, signal));
      asking.set(id, mine);
      try {
        return await mine;
      } catch {
        // The log could not be written: the turn fails of that by itself.
        return CANCEL;
      } finally {
        if (asking.get(id) === mine) asking.delete(id);
      }
    },
    leave(toolUseId) {
      if (asking.has(toolUseId)) return false;
      left.add(toolUseId);
      return true;
    },
    async settle() {
      for (const [id, { call, form, expiresAt }] of open) {
        const { id: tool_use_id } = call.block;
        const { answer } = log.state().tools.get(tool_use_id) ?? {};
        if (answer?.approval_id === id) take(id)?.resolve(answerOf(answer.decision, form));
        else if (form.signal?.aborted || (expiresAt !== null && expiresAt <= clock.now())) {
          // Decided at the last moment, it is decided: then the event says nothing, and the next look finds the answer.
          await log.withdraw(
            inSpan(call.span, [{ type: 'approval_withdrawn', approval_id: id, tool_use_id }]),
            [id],
          );
          const late = log.state().tools.get(tool_use_id)?.answer;
          take(id)?.resolve(late?.approval_id === id ? answerOf(late.decision, form) : CANCEL);
        }
      }
    },
    until() {
      const times = [...open.values()].flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt]));
      return times.length === 0 ? null : Math.min(...times);
    },
  };
}

function answerOf(decision: HitlDecision, { defaults = {} }: ToolForm): FormAnswer {
  switch (decision.type) {
    case 'edit':
      return { action: 'accept', content: decision.edited_action?.args ?? defaults };
    case 'approve':
    case 'approve_always':
      return { action: 'accept', content: defaults };
    case 'reject':
      return { action: 'decline' };
  }
}

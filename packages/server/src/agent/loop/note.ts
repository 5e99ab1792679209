import { runText } from '@millrace/engine';
import { type NewEvent, runStop } from '@millrace/engine/run';
import { CUT_CALL } from '../../models/adapter/cut-call.ts';
import type { Tool } from '../../tools/define/tool.ts';
import type { OpenCall } from '../calls/open-calls.ts';
import type { RunLog } from '../log/run-log.ts';
import { stopWords } from '../log/stop-words.ts';
import { askEvents, limitEvent } from '../plan/ask-events.ts';
import type { Note } from '../plan/next-actions.ts';
import { inSpan, type Turn, threadOf } from '../plan/turn.ts';
import { outcomeEvents } from './run-tool.ts';

/** Does what only needs the log, as it was up to `seq`. */
export async function note(
  turn: Turn,
  what: Exclude<Note, { readonly type: 'surface' }>,
  seq: number,
  tools: readonly Tool[],
): Promise<void> {
  const { log, spawner } = turn;
  switch (what.type) {
    case 'answer':
    case 'expire': {
      const events = outcomeEvents(turn, what.call, what.refusal);
      return writeAndClose(log, events, openAsks(what.call), seq);
    }
    case 'doubt': {
      const events = what.calls.flatMap(({ block, span }) =>
        inSpan(span, [{ type: 'tool_uncertain', tool_use_id: block.id }]),
      );
      return writeAndClose(log, events, what.calls.flatMap(openAsks), seq);
    }
    case 'ask':
      return log.ask(await askEvents(turn, what.questions, tools), what.questions[0]?.call.step ?? 0);
    case 'ask_limit':
      return log.ask([limitEvent(turn, what.steps)], what.steps);
    case 'expire_limit': {
      const { approvalId: approval_id } = what;
      return log.expire([{ type: 'approval_withdrawn', approval_id, tool_use_id: '' }], [approval_id], seq);
    }
    case 'cut':
      return log.append(cutEvents(turn, what.span), 'durable');
    case 'close': {
      if (what.end.type === 'stuck') return spawner.fail(what.span, new Error(what.end.message));
      const { steps } = threadOf(log.state(), what.span);
      const stop = runStop({ steps });
      const words = lastWords(steps);
      if (stop === undefined) return spawner.close(what.span, words);
      // A refused answer is no answer, and an empty one is none either.
      if (stop.reason === 'refusal' || words === '')
        return spawner.fail(what.span, new Error(`The sub-agent gave no answer. ${stopWords(stop)}`));
      return spawner.close(what.span, `${words}\n\n(The sub-agent did not finish. ${stopWords(stop)})`);
    }
  }
}

/** Nothing stays asked about a call that nobody waits for an answer of. */
async function writeAndClose(
  log: RunLog,
  events: readonly NewEvent[],
  asks: readonly string[],
  seq: number,
): Promise<void> {
  if (asks.length === 0) return log.append(events, 'durable');
  return log.expire(events, asks, seq);
}

function openAsks({ known }: OpenCall): string[] {
  if (known?.status !== 'waiting') return [];
  const asked = known.question ?? known.approval;
  return asked === undefined ? [] : [asked.approval_id];
}

/** Ends a message where it stands: what is open in it is closed, so that every call is whole or told to be not. */
function cutEvents({ log }: Turn, span: string | undefined): readonly NewEvent[] {
  const content = threadOf(log.state(), span).steps.at(-1)?.message?.content ?? [];
  const open = content.flatMap((block, index): NewEvent[] => {
    if (block === undefined || block.stop_timestamp !== null) return [];
    const isCall = block.type === 'tool_use';
    return [{ type: 'content_block_stop', index, ...(isCall && { input_error: CUT_CALL }) }];
  });
  return inSpan(span, [
    ...open,
    { type: 'message_delta', delta: { stop_reason: 'cut' } },
    { type: 'message_stop' },
  ]);
}

/** The last words of a sub-agent: the text of its last message, or its result when it was done. */
function lastWords(steps: ReturnType<typeof threadOf>['steps']): string {
  const said = runText({ steps: steps.slice(-1) }).trim();
  const results = steps
    .at(-1)
    ?.message?.content.flatMap((block) =>
      block?.type === 'tool_result' && !block.is_error ? [String(block.content)] : [],
    );
  return [said, ...(results ?? [])].filter((text) => text !== '').join('\n\n');
}

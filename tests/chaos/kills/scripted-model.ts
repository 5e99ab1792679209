import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BlockEvent } from '@millrace/engine/message';
import type { Model, ModelMessage } from '@millrace/server';
import { nextCalls, type ToldCall, textOf } from './plan.ts';
import { createRandom } from './random.ts';

/** A model whose words depend on the conversation alone: what never came whole of it, it says again. The ids of its calls are new each time, as a provider's are. */
export const scriptedModel: Model = {
  id: 'chaos/scripted',
  name: 'Scripted',
  async *stream({ messages }, signal) {
    const { text, step } = whereWeAre(messages);
    const pace = createRandom(`${text}/${step}/pace`);
    for (const event of eventsOf(messages)) {
      await pause(pace.between(0, 14), signal);
      yield event;
    }
  },
};

function* eventsOf(messages: readonly ModelMessage[]): Generator<BlockEvent> {
  const { text, step, told } = whereWeAre(messages);
  const calls = nextCalls(text, told);
  yield { type: 'message_start', message: { id: randomUUID(), model: scriptedModel.id } };
  yield { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
  for (const piece of pieces(
    textOf(
      text,
      step,
      told.map(({ result }) => result),
    ),
  )) {
    yield { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: piece } };
  }
  yield { type: 'content_block_stop', index: 0 };
  for (const [i, { name, input }] of calls.entries()) {
    const index = i + 1;
    yield {
      type: 'content_block_start',
      index,
      content_block: { type: 'tool_use', id: `call_${randomUUID()}`, name },
    };
    for (const partial_json of pieces(JSON.stringify(input))) {
      yield { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json } };
    }
    yield { type: 'content_block_stop', index };
  }
  yield { type: 'message_delta', delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn' } };
  yield { type: 'message_stop' };
}

/** The prompt of this turn, the step that comes now, and the calls so far with their results. */
function whereWeAre(messages: readonly ModelMessage[]): { text: string; step: number; told: ToldCall[] } {
  const asked = messages.findLastIndex(
    ({ role, content }) => role === 'user' && content.some(({ type }) => type === 'text'),
  );
  // Two questions in a row, of which the first was cancelled, stand in one message.
  const prompt = messages[asked]?.content.findLast((block) => block.type === 'text');
  const since = messages.slice(asked + 1);
  const blocks = since.flatMap(({ content }) => content);
  const results = new Map(
    blocks.flatMap((block) =>
      block.type === 'tool_result' ? [[block.tool_use_id, block.content] as const] : [],
    ),
  );
  return {
    text: prompt?.type === 'text' ? prompt.text : '',
    step: since.filter(({ role }) => role === 'user').length + 1,
    told: blocks.flatMap((block) =>
      block.type === 'tool_use'
        ? [{ name: block.name, input: block.input, result: results.get(block.id) ?? '' }]
        : [],
    ),
  };
}

function pieces(text: string): string[] {
  const random = createRandom(text);
  const cut: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = at + random.between(3, 14);
    cut.push(text.slice(at, end));
    at = end;
  }
  return cut;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
  signal.throwIfAborted();
}

import type { BlockEvent } from '../../../packages/engine/src/index.ts';
import type { Model, ModelRequest } from '../../../packages/server/src/index.ts';
import type { Part, Scenario } from './scenario.ts';

/** Between two pieces of a message: longer than pieces are joined. */
const PIECE_MS = 40;

/** What a model says when no tools are offered any more. */
const SUMMARY: readonly Part[] = ['In short.'];

/** Each piece of text bears the number of the model call that said it. */
export const piece = (asked: number, text: string): string => `<${asked}>${text}`;

/** Says what the scenario has for the step that the request is at, a piece at a time. */
export function scriptedModel(
  scenario: Scenario,
  ask: (request: ModelRequest) => Promise<number>,
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
): Model {
  return {
    id: 'demo/demo',
    name: 'Script',
    async *stream(request, signal) {
      const asked = await ask(request);
      yield { type: 'message_start', message: { id: `m${asked}` } };
      const write = blockWriter(asked);
      for (const part of partsFor(scenario, request)) {
        await sleep(PIECE_MS, signal);
        yield* write(part);
      }
      yield* write(null);
      yield { type: 'message_stop' };
    },
  };
}

function partsFor({ messages }: Scenario, request: ModelRequest): readonly Part[] {
  const done = request.messages.filter(({ content }) => content.some(({ type }) => type === 'tool_result'));
  return request.tools === undefined ? SUMMARY : (messages[done.length] ?? SUMMARY);
}

/** Puts parts into blocks: neighbouring pieces of text are one. Null ends the last one. */
function blockWriter(asked: number): (part: Part | null) => Generator<BlockEvent> {
  let index = -1;
  let open = false;
  return function* write(part) {
    const isText = typeof part === 'string';
    if (open && !isText) yield { type: 'content_block_stop', index };
    if (!open || !isText) index += 1;
    if (isText) {
      if (!open) yield { type: 'content_block_start', index, content_block: { type: 'text', text: '' } };
      yield { type: 'content_block_delta', index, delta: { type: 'text_delta', text: piece(asked, part) } };
    } else if (part !== null) {
      const { id, name, input } = part;
      yield { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } };
      const partial_json = JSON.stringify(input);
      yield { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json } };
      yield { type: 'content_block_stop', index };
    }
    open = isText;
  };
}

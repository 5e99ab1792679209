import { isDeepStrictEqual } from 'node:util';
import type { BlockEvent } from '../../../packages/engine/src/message.ts';
import { type Model, ModelError, type ModelRequest } from '../../../packages/server/src/index.ts';
import type { Part, Scenario, Script, ScriptedCall } from './scenario.ts';

/** Between two pieces of a message: longer than pieces are joined. */
const PIECE_MS = 40;

/** The words of a model when no tools are offered any more, or when the scenario has no words. */
const SUMMARY: readonly Part[] = ['In short.'];

/** The person's first message. */
export const PROMPT = 'Go on.';

/** Each piece of text bears the number of the model call that said it. */
export const piece = (asked: number, text: string): string => `<${asked}>${text}`;

/** Says what the scenario has for the step that the request is at, a piece at a time. */
export function scriptedModel(
  scenario: Scenario,
  ask: (request: ModelRequest, parts: readonly Part[]) => Promise<number>,
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
): Model {
  return {
    id: 'demo/demo',
    name: 'Script',
    async *stream(request, signal) {
      const parts = partsFor(scenario, request);
      const asked = await ask(request, parts);
      yield { type: 'message_start', message: { id: `m${asked}` } };
      const write = blockWriter(asked);
      for (const part of parts) {
        await sleep(PIECE_MS, signal);
        for (const event of write(part)) {
          if (event === 'pause') await sleep(PIECE_MS, signal);
          else yield event;
        }
      }
      for (const event of write(null)) if (event !== 'pause') yield event;
      yield { type: 'message_stop' };
    },
  };
}

export const isCall = (part: Part): part is ScriptedCall => typeof part === 'object' && 'id' in part;

/**
 * The next part of the conversation since the last words of a person, or since the task of a sub-agent: the next message
 * of the script, or those calls of the last one that never came whole.
 */
function partsFor({ messages, tasks }: Scenario, request: ModelRequest): readonly Part[] {
  const asked = request.messages.findLastIndex(
    ({ role, content }) => role === 'user' && content.some(({ type }) => type === 'text'),
  );
  const words = request.messages[asked]?.content.flatMap((block) =>
    block.type === 'text' ? [block.text] : [],
  );
  const prompt = words?.at(-1) ?? '';
  const script: Script = prompt === PROMPT ? messages : (tasks[prompt] ?? []);
  if (request.tools === undefined) return SUMMARY;
  const since = request.messages.slice(asked + 1).flatMap(({ content }) => content);
  const whole = since.filter(
    (block) => block.type === 'tool_result' && !block.content.startsWith('The input could not be read'),
  );
  const made = since.flatMap((block) =>
    block.type === 'tool_use' &&
    whole.some((result) => result.type === 'tool_result' && result.tool_use_id === block.id)
      ? [block]
      : [],
  );
  const isMade = ({ name, input }: ScriptedCall): boolean =>
    made.some((block) => block.name === name && isDeepStrictEqual(block.input, input));
  const next = script.find(
    (parts) => parts.filter(isCall).length === 0 || !parts.filter(isCall).every(isMade),
  );
  if (next === undefined) return SUMMARY;
  const isBegun = next.some((part) => isCall(part) && isMade(part));
  return isBegun ? next.filter((part) => isCall(part) && !isMade(part)) : next;
}

/** Puts parts into blocks: neighbouring pieces of text are one. Null ends the last one. */
function blockWriter(asked: number): (part: Part | null) => Generator<BlockEvent | 'pause'> {
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
      if (!isCall(part)) throw new ModelError('network', 'The stream broke.', { retryable: true });
      yield* writeCall(index, part);
    }
    open = isText;
  };
}

function* writeCall(
  index: number,
  { id, name, input, slow = false }: ScriptedCall,
): Generator<BlockEvent | 'pause'> {
  yield { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } };
  const json = JSON.stringify(input);
  const pieces = slow ? [json.slice(0, 4), json.slice(4)] : [json];
  for (const [i, partial_json] of pieces.entries()) {
    if (i > 0) yield 'pause';
    yield { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json } };
  }
  yield { type: 'content_block_stop', index };
}

import type { DemoMessage } from './demo-script.ts';

/** A message as the events of Anthropic's stream, one word in each. `id` is the stem of all its ids. Pure. */
export function printMessage(
  id: string,
  { thinking = '', text, calls = [] }: DemoMessage,
): readonly string[] {
  const blocks = [
    ...(thinking === ''
      ? []
      : [
          block(
            { type: 'thinking', thinking: '', signature: '' },
            wordsOf(thinking).map((word) => ({ type: 'thinking_delta', thinking: word })),
          ),
        ]),
    ...(text === ''
      ? []
      : [
          block(
            { type: 'text', text: '' },
            wordsOf(text).map((word) => ({ type: 'text_delta', text: word })),
          ),
        ]),
    ...calls.map(({ name, input }, at) =>
      block(
        { type: 'tool_use', id: `toolu_${id}_${at + 1}`, name, input: {} },
        wordsOf(JSON.stringify(input)).map((word) => ({ type: 'input_json_delta', partial_json: word })),
      ),
    ),
  ];
  const message = {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model: 'demo',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 24, output_tokens: 1 },
  };
  const output_tokens = blocks.reduce((sum, { deltas }) => sum + deltas.length, 0);
  const stop_reason = calls.length > 0 ? 'tool_use' : 'end_turn';
  return [
    { type: 'message_start', message },
    { type: 'ping' },
    ...blocks.flatMap(({ start, deltas }, index) => [
      { type: 'content_block_start', index, content_block: start },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens } },
    { type: 'message_stop' },
  ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

function block(start: object, deltas: readonly object[]): { start: object; deltas: readonly object[] } {
  return { start, deltas };
}

function wordsOf(text: string): readonly string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}

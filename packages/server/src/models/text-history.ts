import { toolDescription } from '@millrace/engine';
import type { ModelBlock, ModelMessage } from './model.ts';
import { type PrintDialect, printCall, printedValue } from './print-call.ts';

type ToolUse = Extract<ModelBlock, { type: 'tool_use' }>;
type ToolResult = Extract<ModelBlock, { type: 'tool_result' }>;

/** A conversation for a model that knows no calls: calls and their results are text. Pure. */
export function textHistory(messages: readonly ModelMessage[], dialect: PrintDialect): ModelMessage[] {
  const calls = new Map<string, ToolUse>();
  return messages.map(({ role, content }) => {
    const blocks: ModelBlock[] = [];
    for (const block of content) {
      if (block.type === 'tool_use') calls.set(block.id, block);
      append(blocks, asText(block, calls, dialect));
    }
    return { role, content: blocks };
  });
}

function asText(block: ModelBlock, calls: ReadonlyMap<string, ToolUse>, dialect: PrintDialect): ModelBlock {
  if (block.type === 'tool_use') return { type: 'text', text: printCall(dialect, block.name, block.input) };
  if (block.type === 'tool_result')
    return { type: 'text', text: printResult(block, calls.get(block.tool_use_id)) };
  return block;
}

function printResult({ name, content, is_error }: ToolResult, call: ToolUse | undefined): string {
  const params = Object.entries(call?.input ?? {}).map(([param, value]) => [param, printedValue(value)]);
  const title = `${toolDescription(name, Object.fromEntries(params))} ${is_error === true ? 'Error' : 'Result'}:`;
  const note = call?.message === undefined ? [] : [`(${call.message})`];
  return [title, ...note, content === '' ? '(no output)' : content].join('\n');
}

/** Text that stands together becomes one block: between two, models see no line break. */
function append(blocks: ModelBlock[], block: ModelBlock): void {
  if (block.type === 'text' && block.text === '') return;
  const last = blocks.at(-1);
  if (block.type !== 'text' || last?.type !== 'text') blocks.push(block);
  else blocks[blocks.length - 1] = { type: 'text', text: `${last.text}\n\n${block.text}` };
}

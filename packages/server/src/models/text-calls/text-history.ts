import { toolDescription } from '@millrace/engine';
import type { ModelBlock, ModelMessage } from '../adapter/model.ts';
import { type PrintDialect, printCall, printedValue } from './print-call.ts';
import { fenceResult, withoutMark } from './result-fence.ts';

type ToolUse = Extract<ModelBlock, { type: 'tool_use' }>;
type ToolResult = Extract<ModelBlock, { type: 'tool_result' }>;

/** The form in which calls and results are written. */
export interface TextForm {
  readonly dialect: PrintDialect;
  /** The word that fences results. */
  readonly mark: string;
}

/** A conversation for a model that knows no calls: calls and their results are text. Only results that we fence are. Pure. */
export function textHistory(messages: readonly ModelMessage[], form: TextForm): ModelMessage[] {
  const calls = new Map<string, ToolUse>();
  return messages.map(({ role, content }) => {
    const blocks: ModelBlock[] = [];
    for (const block of content) {
      if (block.type === 'tool_use') calls.set(block.id, block);
      append(blocks, asText(block, calls, form));
    }
    return { role, content: blocks };
  });
}

function asText(block: ModelBlock, calls: ReadonlyMap<string, ToolUse>, form: TextForm): ModelBlock {
  const { dialect, mark } = form;
  if (block.type === 'tool_result')
    return { type: 'text', text: printResult(block, calls.get(block.tool_use_id), mark) };
  if (block.type === 'tool_use')
    return { type: 'text', text: withoutMark(printCall(dialect, block.name, block.input), mark) };
  return block.type === 'text' ? { type: 'text', text: withoutMark(block.text, mark) } : block;
}

function printResult(
  { name, content, is_error }: ToolResult,
  call: ToolUse | undefined,
  mark: string,
): string {
  const params = Object.entries(call?.input ?? {}).map(([param, value]) => [param, printedValue(value)]);
  const title = `${toolDescription(name, Object.fromEntries(params))} ${is_error === true ? 'Error' : 'Result'}:`;
  const note = call?.message === undefined ? [] : [`(${call.message})`];
  const head = withoutMark([title, ...note].join('\n'), mark);
  return `${head}\n${fenceResult(content === '' ? '(no output)' : content, mark)}`;
}

/** Text that stands together becomes one block: between two, models see no line break. */
function append(blocks: ModelBlock[], block: ModelBlock): void {
  if (block.type === 'text' && block.text === '') return;
  const last = blocks.at(-1);
  if (block.type !== 'text' || last?.type !== 'text') blocks.push(block);
  else blocks[blocks.length - 1] = { type: 'text', text: `${last.text}\n\n${block.text}` };
}

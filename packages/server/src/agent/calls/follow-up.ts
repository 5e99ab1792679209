import type { ToolUseBlock } from '@millrace/engine/message';
import { type NewEvent, printEmbed } from '@millrace/engine/run';
import type { ToolInput, ToolOutcome } from '../../tools/define/tool.ts';
import type { KeptEffects } from './kept-effects.ts';

/** A name as people write it: `search_articles` is "Search articles". */
function plainName(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The message with which a run begins that went on with a long tool: what was asked and what came out, as JSON. Pure. */
export function followUpEvents(
  { id, name }: ToolUseBlock,
  input: ToolInput,
  { content, is_error }: Pick<ToolOutcome, 'content' | 'is_error'>,
  { embed, images: _, ...effects }: KeptEffects = {},
): readonly NewEvent[] {
  const output = is_error ? { error: content } : { output: content };
  const skill = { app: 'Tools', skill: plainName(name), requests: [{ ...input, id, ...output }] };
  const text = `${printEmbed(embed ?? skill)}\n\n`;
  const step = { type: 'step_start', step: 1, attempt: 1 } as const;
  return [
    { type: 'tool_complete', tool: name, tool_use_id: id, ...effects },
    step,
    { type: 'message_start', message: { id: `result-${id}` } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_stop' },
  ];
}

/** The words that the model reads behind that message. */
export const READ_RESULT =
  'This is the result of a tool that you started earlier. Tell the person what it says.';

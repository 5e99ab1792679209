import type { ContentBlock } from '../message/message.ts';
import type { RunState, RunThread } from './apply-run-event.ts';
import type { CallEmbed } from './run-events.ts';

/** The blocks of an answer so far: step by step what the model said, then the results of its calls. */
export function runBlocks({ steps }: Pick<RunThread, 'steps'>): ContentBlock[] {
  return steps.flatMap(({ message }) => {
    const blocks = (message?.content ?? []).filter((block) => block !== undefined);
    const isResult = ({ type }: ContentBlock): boolean => type === 'tool_result';
    return [...blocks.filter((block) => !isResult(block)), ...blocks.filter(isResult)];
  });
}

/**
 * The text of an answer so far: its text blocks in order, and for each finished call its embed, as a fence of
 * JSON. Texts before and after a call, or from two messages of the model, are two paragraphs. Without `tools` it is only
 * what the model said.
 */
export function runText({
  steps,
  tools,
}: Pick<RunThread, 'steps'> & Partial<Pick<RunState, 'tools'>>): string {
  let text = '';
  const begin = (next: string): string => (text === '' || /\s$/.test(text) || /^\s/.test(next) ? '' : '\n\n');
  for (const step of steps) {
    let isApart = true;
    for (const block of runBlocks({ steps: [step] })) {
      if (block.type === 'text' && block.text !== '') {
        text += `${isApart && block.continues !== true ? begin(block.text) : ''}${block.text}`;
        isApart = false;
      } else if (block.type !== 'text') isApart = true;
      const tool = block.type === 'tool_use' ? tools?.get(block.id) : undefined;
      if (tool?.status === 'done' && tool.embed !== undefined)
        text += `${text === '' || text.endsWith('\n\n') ? '' : '\n\n'}${printEmbed(tool.embed)}\n\n`;
    }
  }
  return text;
}

/** An embed as a fence of JSON. No line of it can end the fence. Pure. */
export function printEmbed(embed: CallEmbed): string {
  return `\`\`\`json\n${JSON.stringify(embed, null, 2)}\n\`\`\``;
}

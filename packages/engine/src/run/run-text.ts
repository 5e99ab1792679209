import type { ContentBlock } from '../message/message.ts';
import type { RunState, RunThread } from './apply-run-event.ts';
import type { RunTool } from './apply-tool-event.ts';
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
  const text = new AnswerText();
  for (const step of steps) text.add(runBlocks({ steps: [step] }), (id) => tools?.get(id));
  return text.whole;
}

/** The text of the blocks of one message of the model, as `runText` joins them. Linear. */
export function blocksText(blocks: readonly ContentBlock[], callOf: CallOf): string {
  const text = new AnswerText();
  text.add(blocks, callOf);
  return text.whole;
}

type CallOf = (id: string) => Pick<RunTool, 'status' | 'embed'> | undefined;

class AnswerText {
  whole = '';
  /** The end of the text: to look at the whole of it for each block would take as long as it is. */
  private end = '';

  add(blocks: readonly ContentBlock[], callOf: CallOf): void {
    let isApart = true;
    for (const block of blocks) {
      if (block.type === 'text' && block.text !== '') {
        const begins =
          isApart && block.continues !== true && !/^\s/.test(block.text) && !/\s$/.test(this.end);
        if (begins && this.end !== '') this.append('\n\n');
        this.append(block.text);
        isApart = false;
      } else if (block.type !== 'text') isApart = true;
      const call = block.type === 'tool_use' ? callOf(block.id) : undefined;
      if (call?.status === 'done' && call.embed !== undefined) {
        if (this.end !== '' && this.end !== '\n\n') this.append('\n\n');
        this.append(`${printEmbed(call.embed)}\n\n`);
      }
    }
  }

  private append(text: string): void {
    this.whole += text;
    this.end = (text.length < 2 ? this.end + text : text).slice(-2);
  }
}

/** An embed as a fence of JSON. No line of it can end the fence. Pure. */
export function printEmbed(embed: CallEmbed): string {
  return `\`\`\`json\n${JSON.stringify(embed, null, 2)}\n\`\`\``;
}

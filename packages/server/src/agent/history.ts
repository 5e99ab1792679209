import type { ContentBlock, MessageRecord } from '@millrace/engine';
import type { ModelBlock, ModelMessage } from '../models/model.ts';

/** The finished messages of a chat as a model reads them. Pure. */
export function toHistory(records: readonly MessageRecord[]): ModelMessage[] {
  return records.flatMap((record) => {
    if (record.role === 'user') return question(record);
    return record.content === undefined
      ? said('assistant', record.text)
      : toModelMessages(record.content, { thinking: false });
  });
}

/**
 * The blocks of one answer as turns of a conversation: results of calls go back as the user's. Pure.
 * Thinking goes back only while its answer goes on: its seal holds only at the provider that made it.
 * A call without a result gets one, because providers refuse it otherwise.
 */
export function toModelMessages(
  blocks: readonly ContentBlock[],
  { thinking }: { readonly thinking: boolean },
): ModelMessage[] {
  const results = new Map(
    blocks.flatMap((block) => (block.type === 'tool_result' ? [[block.tool_use_id, block] as const] : [])),
  );
  const turns: { role: 'user' | 'assistant'; content: ModelBlock[] }[] = [];
  function add(role: 'user' | 'assistant', block: ModelBlock): void {
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(block);
    else turns.push({ role, content: [block] });
  }
  // Calls that stand together are asked together and answered together.
  let open: ModelBlock[] = [];
  function answerCalls(): void {
    for (const result of open) add('user', result);
    open = [];
  }
  for (const block of blocks) {
    if (block.type === 'text' && block.text.trim() !== '') {
      answerCalls();
      add('assistant', { type: 'text', text: block.text });
    } else if (thinking && isThinking(block)) {
      answerCalls();
      add('assistant', sealed(block));
    } else if (block.type === 'tool_use') {
      const { id, name, input, message } = block;
      add('assistant', { type: 'tool_use', id, name, input, ...(message !== undefined && { message }) });
      const result = results.get(id);
      open.push({
        type: 'tool_result',
        tool_use_id: id,
        name,
        content: result === undefined ? 'This call was not run.' : print(result.content),
        ...((result === undefined || result.is_error) && { is_error: true }),
      });
    }
  }
  answerCalls();
  return turns;
}

type Thinking = Extract<ContentBlock, { readonly type: 'thinking' | 'redacted_thinking' }>;

function isThinking(block: ContentBlock): block is Thinking {
  return block.type === 'thinking' || block.type === 'redacted_thinking';
}

function sealed(block: Thinking): ModelBlock {
  if (block.type === 'redacted_thinking') return { type: 'redacted_thinking', data: block.data };
  const { thinking, signature } = block;
  return { type: 'thinking', thinking, ...(signature !== undefined && { signature }) };
}

function question({ text, context }: MessageRecord): ModelMessage[] {
  if (context === undefined) return said('user', text);
  const known = `What the page shows, as JSON:\n${JSON.stringify(context)}`;
  return [
    {
      role: 'user',
      content: [
        { type: 'text', text: known },
        { type: 'text', text },
      ],
    },
  ];
}

// Providers refuse an empty message; a run that was stopped early leaves one.
function said(role: 'user' | 'assistant', text: string): ModelMessage[] {
  return text.trim() === '' ? [] : [{ role, content: [{ type: 'text', text }] }];
}

function print(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}

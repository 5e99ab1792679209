import type { BlockDelta, StartedBlock } from '../message/block-events.ts';
import type { ContentBlock } from '../message/message.ts';
import type { AiSdkChunk } from './ai-sdk-chunks.ts';
import type { RunState } from './apply-run-event.ts';

/** The parts of the step that are open: the AI SDK refuses pieces of others. */
export interface OpenParts {
  start(index: number, block: StartedBlock): AiSdkChunk[];
  grow(index: number, delta: BlockDelta): AiSdkChunk[];
  stop(index: number): AiSdkChunk[];
  /** Ends all of them. */
  end(): AiSdkChunk[];
}

/** Tells the blocks of the newest step of a run as parts. `runNow` has folded the event that is told. */
export function createOpenParts(runNow: () => RunState): OpenParts {
  const open = new Map<number, 'text' | 'reasoning' | 'input'>();

  function partId(index: number): string {
    return `${runNow().steps.at(-1)?.step ?? 0}:${index}`;
  }

  function start(index: number, block: StartedBlock): AiSdkChunk[] {
    const kind = KINDS[block.type] ?? (block.type.endsWith('_use') ? 'input' : undefined);
    if (kind === undefined) return [];
    open.set(index, kind);
    return startPart(block, partId(index));
  }

  function grow(index: number, delta: BlockDelta): AiSdkChunk[] {
    const kind = open.get(index);
    const id = partId(index);
    if (kind === 'text' && delta.type === 'text_delta')
      return [{ type: 'text-delta', id, delta: delta.text }];
    if (kind === 'text' && delta.type === 'citations_delta') return sourceOf(delta.citation, id);
    if (kind === 'reasoning' && delta.type === 'thinking_delta') {
      return [{ type: 'reasoning-delta', id, delta: delta.thinking }];
    }
    if (kind === 'input' && delta.type === 'input_json_delta') {
      const toolCallId = runNow().steps.at(-1)?.message?.content[index]?.id ?? '';
      return [{ type: 'tool-input-delta', toolCallId, inputTextDelta: delta.partial_json }];
    }
    return [];
  }

  function stop(index: number): AiSdkChunk[] {
    const block = runNow().steps.at(-1)?.message?.content[index];
    const kind = open.get(index);
    open.delete(index);
    if (kind === 'text' || kind === 'reasoning') return [endPart(kind, partId(index))];
    if (block === undefined || isDenied(block)) return [];
    return finished(block);
  }

  /** The result of a rejected call is the rejection, which was told as such. */
  function isDenied(block: ContentBlock): boolean {
    return block.type === 'tool_result' && runNow().tools.get(block.tool_use_id)?.decision?.type === 'reject';
  }

  function end(): AiSdkChunk[] {
    const ends = [...open].flatMap(([index, kind]) =>
      kind === 'input' ? [] : [endPart(kind, partId(index))],
    );
    open.clear();
    return ends;
  }

  return { start, grow, stop, end };
}

const KINDS: Readonly<Record<string, 'text' | 'reasoning' | 'input'>> = {
  text: 'text',
  thinking: 'reasoning',
  tool_use: 'input',
};

function startPart(block: StartedBlock, id: string): AiSdkChunk[] {
  if (block.type === 'text') {
    const more: AiSdkChunk[] = block.text === '' ? [] : [{ type: 'text-delta', id, delta: block.text }];
    return [{ type: 'text-start', id }, ...more];
  }
  if (block.type === 'thinking') {
    const more: AiSdkChunk[] =
      block.thinking === '' ? [] : [{ type: 'reasoning-delta', id, delta: block.thinking }];
    return [{ type: 'reasoning-start', id }, ...more];
  }
  const toolName = 'name' in block && typeof block.name === 'string' ? block.name : block.type;
  return [{ type: 'tool-input-start', toolCallId: block.id ?? '', toolName, ...remote(block.type) }];
}

function endPart(kind: 'text' | 'reasoning', id: string): AiSdkChunk {
  return { type: `${kind}-end`, id };
}

/** The chunks for a finished call or result. */
function finished(block: ContentBlock): AiSdkChunk[] {
  if (block.type === 'tool_use') {
    const call = { toolCallId: block.id, toolName: block.name };
    return block.input_error === undefined
      ? [{ type: 'tool-input-available', ...call, input: block.input }]
      : [{ type: 'tool-input-error', ...call, input: block.input_text, errorText: block.input_error }];
  }
  if (block.type === 'tool_result') {
    const toolCallId = block.tool_use_id;
    return block.is_error
      ? [{ type: 'tool-output-error', toolCallId, errorText: print(block.content) }]
      : [{ type: 'tool-output-available', toolCallId, output: block.content }];
  }
  if ('tool_use_id' in block && typeof block['tool_use_id'] === 'string') {
    const output = block['content'];
    return [
      { type: 'tool-output-available', toolCallId: block['tool_use_id'], output, providerExecuted: true },
    ];
  }
  if (!block.type.endsWith('_use') || !('name' in block)) return [];
  const { id: toolCallId, name, input } = block;
  const toolName = String(name);
  return [{ type: 'tool-input-available', toolCallId, toolName, input, providerExecuted: true }];
}

function sourceOf(citation: Readonly<Record<string, unknown>>, id: string): AiSdkChunk[] {
  const { url, title } = citation;
  if (typeof url !== 'string') return [];
  return [{ type: 'source-url', sourceId: `${id}:${url}`, url, ...(typeof title === 'string' && { title }) }];
}

function remote(type: string): { readonly providerExecuted?: true } {
  return type === 'tool_use' ? {} : { providerExecuted: true };
}

function print(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}

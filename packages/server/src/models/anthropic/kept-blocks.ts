import type { BlockEvent } from '@millrace/engine/message';
import * as z from 'zod/mini';
import { parseJson } from '../adapter/parse-json.ts';

const record = z.record(z.string(), z.unknown());
const started = z.object({
  type: z.literal('content_block_start'),
  index: z.int().check(z.nonnegative()),
  content_block: z.looseObject({ type: z.string() }),
});
const grown = z.object({ type: z.literal('content_block_delta'), index: z.number(), delta: record });
const ended = z.object({ type: z.literal('content_block_stop'), index: z.number() });

/** Blocks of which the log has no words may only be new: one of ours that is broken is none. */
const OURS = new Set(['text', 'thinking', 'redacted_thinking', 'tool_use', 'tool_result']);
const MARK = 'anthropic:';

/**
 * Keeps the blocks that Anthropic's models write and that mean nothing here, such as `compaction`, `container_upload` and
 * `fallback`: each becomes hidden data, which goes back as it came, and to nobody else.
 */
export class KeptBlocks {
  private readonly open = new Map<number, Record<string, unknown>>();

  /** The events that stand for one that was not known; undefined when the event is none of a kept block. */
  take(json: unknown, isKnown: boolean): readonly BlockEvent[] | undefined {
    const start = isKnown ? undefined : started.safeParse(json).data;
    if (start !== undefined) {
      if (OURS.has(start.content_block.type)) return undefined;
      this.open.set(start.index, { ...start.content_block });
      return [];
    }
    if (this.open.size === 0) return undefined;
    const delta = grown.safeParse(json).data;
    if (delta !== undefined) return this.grow(delta.index, delta.delta);
    const end = ended.safeParse(json).data;
    return end === undefined ? undefined : this.end(end.index);
  }

  private grow(
    index: number,
    { type: _, ...delta }: Record<string, unknown>,
  ): readonly BlockEvent[] | undefined {
    const block = this.open.get(index);
    if (block === undefined) return undefined;
    for (const [name, value] of Object.entries(delta)) {
      const before = block[name];
      block[name] = typeof before === 'string' && typeof value === 'string' ? before + value : value;
    }
    return [];
  }

  private end(index: number): readonly BlockEvent[] | undefined {
    const block = this.open.get(index);
    if (block === undefined) return undefined;
    this.open.delete(index);
    const data = MARK + JSON.stringify(block);
    return [
      { type: 'content_block_start', index, content_block: { type: 'redacted_thinking', data } },
      { type: 'content_block_stop', index },
    ];
  }
}

/** The block that `KeptBlocks` kept in hidden data; undefined for other data. Never throws. */
export function readKept(data: string): Readonly<Record<string, unknown>> | undefined {
  return data.startsWith(MARK) ? record.safeParse(parseJson(data.slice(MARK.length))).data : undefined;
}

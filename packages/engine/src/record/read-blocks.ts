import type { BodyReader } from './fences.ts';
import { isIndex } from './odd-characters.ts';
import { isObject, type Rest } from './print-blocks.ts';
import { parseJson } from './record-comment.ts';

/** A result that a call's fence holds, for the part that says where it stands. */
interface Result {
  readonly id: string;
  readonly fence: Rest;
}

/** Reads the blocks that the parts of a comment say; undefined when the body does not have them. Never throws. Linear. */
export function readBlocks(parts: unknown, body: BodyReader, textInfo: string): readonly Rest[] | undefined {
  if (!Array.isArray(parts)) return undefined;
  const blocks: Rest[] = [];
  const results = new Map<number, Result>();
  for (const part of parts as readonly unknown[]) {
    const block = Array.isArray(part) ? readPart(part, blocks.length, body, textInfo, results) : undefined;
    if (block === undefined) return undefined;
    blocks.push(block);
  }
  // A result that no part told has no place.
  return results.size === 0 ? blocks : undefined;
}

function readPart(
  part: readonly unknown[],
  index: number,
  body: BodyReader,
  textInfo: string,
  results: Map<number, Result>,
): Rest | undefined {
  const [kind, second, third] = part;
  switch (kind) {
    case 'text': {
      const text = isIndex(second) ? body.text(second) : undefined;
      return text === undefined || !isObject(third) ? undefined : { ...third, type: 'text', text };
    }
    case 'said': {
      const fence = body.fence();
      if (fence?.info !== textInfo || !isObject(second)) return undefined;
      return { ...second, type: 'text', text: fence.content };
    }
    case 'thinking': {
      const fence = body.fence();
      const seal = fence && readSeal(fence.info);
      if (seal === undefined || !isObject(second)) return undefined;
      return { ...second, type: 'thinking', thinking: fence?.content, ...seal };
    }
    case 'call': {
      const fence = readJson(body, 'json');
      if (!isCallFence(fence) || !isObject(second)) return undefined;
      const { tool, id, input } = fence;
      if (Object.hasOwn(fence, 'output')) results.set(index, { id, fence });
      return { ...second, type: 'tool_use', name: tool, id, input };
    }
    case 'result': {
      const found = isIndex(second) ? results.get(second) : undefined;
      if (found === undefined || !isIndex(second) || !isObject(third)) return undefined;
      results.delete(second);
      const { output: content, is_error } = found.fence;
      return {
        ...third,
        type: 'tool_result',
        tool_use_id: found.id,
        content,
        is_error: is_error === true,
      };
    }
    case 'block': {
      const block = readJson(body, 'block');
      return isObject(block) ? block : undefined;
    }
    default:
      return undefined;
  }
}

function readJson(body: BodyReader, info: string): unknown {
  const fence = body.fence();
  return fence?.info === info ? parseJson(fence.content) : undefined;
}

const THINKING = 'thinking';

function readSeal(info: string): { readonly signature?: string } | undefined {
  if (info === THINKING) return {};
  const value = info.startsWith(`${THINKING} `) ? parseJson(info.slice(THINKING.length + 1)) : undefined;
  if (!isObject(value) || typeof value['signature'] !== 'string') return undefined;
  return { signature: value['signature'] };
}

interface CallFence extends Rest {
  readonly tool: string;
  readonly id: string;
  readonly input: Rest;
}

function isCallFence(value: unknown): value is CallFence {
  return (
    isObject(value) &&
    typeof value['tool'] === 'string' &&
    typeof value['id'] === 'string' &&
    isObject(value['input'])
  );
}

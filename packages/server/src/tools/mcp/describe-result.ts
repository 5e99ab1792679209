import type { FeedbackImage } from '@millrace/engine/approval';
import type { CallToolResult, ContentBlock, ReadResourceResult } from '@modelcontextprotocol/client';
import { KeptOutput } from '../command/kept-output.ts';
import type { OutcomeFile, ToolOutcome } from '../define/tool.ts';
import { imageType } from '../web/image-type.ts';

const LIMITS = { lines: Number.POSITIVE_INFINITY, characters: 50_000 };

/** The result of a tool as a model reads it: text as it is, everything else in words. Pure. */
export function describeResult(
  result: Pick<CallToolResult, 'content' | 'structuredContent' | 'isError'>,
): ToolOutcome {
  const { content = [], structuredContent, isError } = result;
  const parts = content.map(describeBlock);
  const hasText = content.some(({ type }) => type === 'text');
  if (structuredContent !== undefined && !hasText) parts.push(JSON.stringify(structuredContent));
  const shown = content.flatMap((block, i) => fileOf(block, i + 1));
  const images = shown.flatMap(({ bytes }) => pictureFor(bytes)).slice(0, MOST_SEEN);
  return {
    content: capped(parts),
    ...(shown.length > 0 && { shown }),
    ...(images.length > 0 && { images }),
    ...(isError && { is_error: true }),
  };
}

/** The most pictures of one result that the model sees, and the most bytes of one. */
const MOST_SEEN = 4;
const LARGEST_SEEN = 3_700_000;

/** The bytes of a block, as a file for the person. */
function fileOf(block: ContentBlock, number: number): OutcomeFile[] {
  const [data, type = '', uri = ''] =
    block.type === 'image' || block.type === 'audio'
      ? [block.data, block.mimeType]
      : block.type === 'resource' && 'blob' in block.resource
        ? [block.resource.blob, block.resource.mimeType, block.resource.uri]
        : [];
  if (data === undefined) return [];
  const ending = /^[\w.-]+\/(?:x-)?([a-z0-9]{1,8})/i.exec(type)?.[1] ?? 'bin';
  const own = uri.split(/[/?#]/).findLast((part) => part.includes('.'));
  return [{ name: own ?? `${block.type}-${number}.${ending}`, bytes: Buffer.from(data, 'base64') }];
}

function pictureFor(bytes: Uint8Array): FeedbackImage[] {
  const type = PICTURES.find((each) => each === imageType(bytes));
  if (type === undefined || bytes.length > LARGEST_SEEN) return [];
  return [{ media_type: type, data: Buffer.from(bytes).toString('base64') }];
}

const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

/** The same for a resource. Pure. */
export function describeResource({ contents }: Pick<ReadResourceResult, 'contents'>): ToolOutcome {
  const parts = contents.map(({ uri, mimeType, ...held }) =>
    'text' in held ? held.text : `[${contents.length > 1 ? `${uri}: ` : ''}${inBytes(mimeType, held.blob)}]`,
  );
  return { content: capped(parts) };
}

function describeBlock(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `[${block.type}: ${inBytes(block.mimeType, block.data)}. The person sees it.]`;
    case 'resource_link':
      return `[link to a resource: ${[block.uri, block.name, block.mimeType, block.description].filter(Boolean).join(', ')}]`;
    case 'resource': {
      const { uri, mimeType, ...held } = block.resource;
      if (!('text' in held)) return `[resource ${uri}: ${inBytes(mimeType, held.blob)}]`;
      return `[resource ${uri}${mimeType === undefined ? '' : `, ${mimeType}`}]\n${held.text}`;
    }
  }
}

function inBytes(mimeType = 'data of an unknown type', base64 = ''): string {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  const bytes = Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
  return `${mimeType}, ${bytes.toLocaleString('en')} bytes`;
}

function capped(parts: readonly string[]): string {
  const kept = new KeptOutput(LIMITS);
  kept.push(parts.join('\n'));
  return kept.text === '' ? 'It gave nothing back.' : kept.text;
}

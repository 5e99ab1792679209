import type { CallToolResult, ContentBlock, ReadResourceResult } from '@modelcontextprotocol/client';
import { KeptOutput } from '../command/kept-output.ts';
import type { ToolOutcome } from '../define/tool.ts';

const LIMITS = { lines: Number.POSITIVE_INFINITY, characters: 50_000 };

/** The result of a tool as a model reads it: text as it is, everything else in words. Pure. */
export function describeResult(
  result: Pick<CallToolResult, 'content' | 'structuredContent' | 'isError'>,
): ToolOutcome {
  const { content = [], structuredContent, isError } = result;
  const parts = content.map(describeBlock);
  const hasText = content.some(({ type }) => type === 'text');
  if (structuredContent !== undefined && !hasText) parts.push(JSON.stringify(structuredContent));
  return { content: capped(parts), ...(isError && { is_error: true }) };
}

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
      return `[${block.type}: ${inBytes(block.mimeType, block.data)}. It is not shown here.]`;
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

import type { EmbedNodeAttrs } from '@millrace/engine';
import { draftEmbed, parseMessage } from '@millrace/engine/document';
import { type Pasted, type PasteOptions, type PastePayload, readPaste } from '@millrace/engine/paste';

/** The meaning of a paste, and the attributes that its embed has in a message. */
export interface PasteReading {
  readonly pasted: Pasted;
  readonly attrs?: EmbedNodeAttrs | undefined;
}

/** Reads a paste. Pure. Linear. */
export function readWhole(payload: PastePayload, options: PasteOptions): PasteReading {
  const pasted = readPaste(payload, options);
  if (pasted.type !== 'embed') return { pasted };
  // Cells that were just printed need not be read again: of 5 MB that would take seconds.
  if (typeof pasted.content !== 'string')
    return { pasted, attrs: sheetAttrs(pasted.content.grid, pasted.title) };
  const [attrs] = parseMessage(`${pasted.markdown}\n\n`, { mode: 'write', messageId: 'pasted' }).embeds;
  // A message that does not read it as one embed gets the text.
  if (attrs === undefined) return { pasted: { type: 'text', markdown: pasted.plain } };
  return { pasted, attrs };
}

function sheetAttrs(grid: readonly (readonly string[])[], title: string | undefined): EmbedNodeAttrs {
  const source = { type: 'sheet', grid, title } as const;
  const block = { from: 0, to: 0, kind: 'sheet', closed: true, source } as const;
  return draftEmbed(block, { messageId: 'pasted', index: 0 }).attrs;
}

import type { EmbedNodeAttrs } from '@millrace/engine';
import { parseMessage } from '@millrace/engine/document';
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
  const [attrs] = parseMessage(`${pasted.markdown}\n\n`, { mode: 'write', messageId: 'pasted' }).embeds;
  // A message that does not read it as one embed gets the text.
  if (attrs === undefined) return { pasted: { type: 'text', markdown: pasted.plain } };
  return { pasted, attrs };
}

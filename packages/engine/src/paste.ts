export type { Pasted, PastedEmbed, PastedFile, PasteOptions, PastePayload } from './paste/pasted.ts';
export { readPaste } from './paste/read-paste.ts';

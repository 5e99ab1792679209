import type { PastePayload } from '@millrace/engine/paste';
import type { ClipboardEvent } from 'react';

/** The flavours that say more than the plain text. */
const RICH = ['text/html', 'vscode-editor-data', 'application/x-openmates-embed+json', 'text/markdown'];

/**
 * Pastes code, tables and rich text as Markdown into a text area, so that one undo takes it back. Any other paste is left to the
 * browser, and so is one that only has plain text.
 */
export function pasteText(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const { clipboardData, currentTarget } = event;
  const text = clipboardData.getData('text/plain');
  const isRich = RICH.some((type) => clipboardData.types.includes(type));
  if (!isRich && !/\t.*\n/.test(text)) return;
  // The clipboard is empty as soon as the event is over.
  const types = Object.fromEntries(
    ['text/plain', ...RICH]
      .map((type) => [type, clipboardData.getData(type)])
      .filter(([, data]) => data !== ''),
  );
  if (Object.keys(types).length === 0) return;
  event.preventDefault();
  void insertPasted(currentTarget, { types, files: [] }, text);
}

async function insertPasted(area: HTMLTextAreaElement, payload: PastePayload, text: string): Promise<void> {
  const { readPaste } = await import('@millrace/engine/paste').catch(() => ({ readPaste: undefined }));
  const pasted = readPaste?.(payload) ?? { type: 'text', markdown: text };
  if (pasted.type === 'text') insert(area, pasted.markdown);
  // A text area has no preview to turn back.
  else if (pasted.type === 'embed') insert(area, pasted.long ? pasted.plain : onLines(area, pasted.markdown));
}

/** A block stands on lines of its own. */
function onLines({ value, selectionStart, selectionEnd }: HTMLTextAreaElement, block: string): string {
  const [before, after] = [value.slice(0, selectionStart), value.slice(selectionEnd)];
  const above = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  return `${above}${block}${after.startsWith('\n') ? '\n' : '\n\n'}`;
}

function insert(area: HTMLTextAreaElement, text: string): void {
  if (text === '') return;
  area.focus();
  // Only this goes into the browser's own undo. Where it does nothing, the text is set.
  if (document.execCommand('insertText', false, text)) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

import type { Flavours } from './embed-flavours.ts';

/** Puts a content on the clipboard in all its forms, within the gesture that asked for it. False when the browser refuses. */
export function copyFlavours(flavours: Flavours): boolean {
  let isDone = false;
  const onCopy = (event: ClipboardEvent): void => {
    if (event.clipboardData === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    for (const [type, text] of Object.entries(flavours)) event.clipboardData.setData(type, text);
    isDone = true;
  };
  document.addEventListener('copy', onCopy, { capture: true });
  // Only a copy event takes types of our own, and only this command makes one.
  document.execCommand('copy');
  document.removeEventListener('copy', onCopy, { capture: true });
  return isDone;
}

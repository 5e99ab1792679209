/**
 * Tells whether what is inside an open dialog may take the focus. The dialog has it first, so that it is read out. What was
 * shown before may have taken it away with it, and then nothing has it. Else the person was quicker.
 */
export function awaitsFocus(inside: Element | null): boolean {
  const { activeElement: active, body } = document;
  return inside !== null && (active === inside.closest('dialog') || active === body);
}

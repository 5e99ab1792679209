/** The parts of the page that fold with a timeline. */
export function foldingParts(id: string): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-fold="${CSS.escape(id)}"]`)];
}

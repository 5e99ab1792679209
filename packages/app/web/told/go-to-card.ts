/** So long a chat may take to be drawn. */
const PATIENCE_MS = 10_000;

/** Takes the focus to the first card that waits, as soon as it is there. */
export function goToCard(): void {
  const look = (): boolean => {
    const card = document.querySelector<HTMLElement>('.mr-transcript [data-waiting]');
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: 'nearest' });
    return card !== null;
  };
  if (look()) return;
  const drawn = new MutationObserver(() => look() && drawn.disconnect());
  drawn.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => drawn.disconnect(), PATIENCE_MS);
}

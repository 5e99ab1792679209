type PageEvent = 'visibilitychange' | 'resume' | 'online' | 'offline' | 'pageshow';

const OF_DOCUMENT: ReadonlySet<PageEvent> = new Set(['visibilitychange', 'resume']);

/** Listens to events of the page until the returned function is called. A Node program has no page, and gets none. */
export function onPage(names: readonly PageEvent[], heard: () => void): () => void {
  if (typeof document === 'undefined') return () => {};
  const ends = names.map((name) => {
    const target: EventTarget = OF_DOCUMENT.has(name) ? document : window;
    target.addEventListener(name, heard);
    return () => target.removeEventListener(name, heard);
  });
  return () => {
    for (const end of ends) end();
  };
}

export function isHidden(): boolean {
  return typeof document !== 'undefined' && document.visibilityState === 'hidden';
}

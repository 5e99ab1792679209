/** A value that a component can watch with `useSyncExternalStore`. */
export interface State<T> {
  get(): T;
  /** Changes the value; watchers hear of it once a frame, however often it changed. */
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

/** Shows at once where nothing is drawn, as in Node. */
function onNextFrame(show: () => void): void {
  if (typeof requestAnimationFrame === 'undefined') setTimeout(show, 16);
  else requestAnimationFrame(show);
}

export function createState<T>(initial: T): State<T> {
  const listeners = new Set<() => void>();
  let current = initial;
  let shown = initial;
  let scheduled = false;

  function show(): void {
    scheduled = false;
    shown = current;
    for (const listener of listeners) listener();
  }

  return {
    get: () => shown,
    set(value) {
      current = value;
      if (scheduled || value === shown) return;
      scheduled = true;
      onNextFrame(show);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

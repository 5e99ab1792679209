/** A value that a component can watch with `useSyncExternalStore`. */
export interface State<T> {
  get(): T;
  /** Changes the value; watchers hear of it once a frame, however often it changed. */
  set(value: T): void;
  subscribe(listener: () => void): () => void;
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
      requestAnimationFrame(show);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

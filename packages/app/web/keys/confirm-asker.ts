/** The one question whether it is still the same person, however many requests need the answer. */
export interface ConfirmAsker {
  /** Asks, or waits for the question that is open. True when the person has shown who they are. */
  ask(): Promise<boolean>;
  answer(isConfirmed: boolean): void;
  readonly isOpen: () => boolean;
  subscribe(changed: () => void): () => void;
}

export function createConfirmAsker(): ConfirmAsker {
  const listeners = new Set<() => void>();
  let open: { readonly asked: Promise<boolean>; readonly settle: (isConfirmed: boolean) => void } | undefined;
  const tell = (): void => {
    for (const changed of listeners) changed();
  };
  return {
    ask() {
      if (open === undefined) {
        const { promise, resolve } = withResolve<boolean>();
        open = { asked: promise, settle: resolve };
        tell();
      }
      return open.asked;
    },
    answer(isConfirmed) {
      const answered = open;
      open = undefined;
      answered?.settle(isConfirmed);
      tell();
    },
    isOpen: () => open !== undefined,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

function withResolve<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

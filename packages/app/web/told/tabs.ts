import type { HiddenStream } from '@millrace/react';

/** A tab of this browser that has the app open. */
export interface Tab {
  readonly id: string;
  /** The chat that it shows; empty for none. */
  readonly chat: string;
  /** True when the person looks at it: it is visible and has the focus. */
  readonly isLooking: boolean;
}

/** The tabs of this browser. One of them is the ear: it follows the chat list also while it is hidden, and tells the others. */
export interface Tabs {
  readonly id: string;
  /** Says what this tab shows. */
  show(chat: string, isLooking: boolean): void;
  /** All of them, also those that another tab knows nothing of. */
  all(): Promise<readonly Tab[]>;
  readonly ear: HiddenStream;
  close(): void;
}

const TAB = 'millrace:tab:';
const EAR = 'millrace:ear';

/**
 * Tabs know each other by locks, which the browser takes back from a tab that is closed or crashes, and for which it keeps a hidden
 * tab awake. A page without locks, as one that comes by plain HTTP from another machine, is alone.
 */
export function createTabs(locks: LockManager | undefined): Tabs {
  const id = crypto.randomUUID();
  const closed = new AbortController();
  const listeners = new Set<() => void>();
  let isEar = false;
  let release = (): void => {};
  let shown = '';

  /** Holds a lock until the tab is gone or the promise is settled. */
  function hold(name: string, until: Promise<void>, onHeld?: () => void): void {
    const held = (): Promise<void> => {
      onHeld?.();
      return until;
    };
    // A tab that is closed before its turn came gives up its place.
    void locks?.request(name, { signal: closed.signal }, held).catch(() => {});
  }

  const end = new Promise<void>((resolve) => closed.signal.addEventListener('abort', () => resolve()));
  hold(EAR, end, () => {
    isEar = true;
    for (const listener of listeners) listener();
  });

  return {
    id,
    show(chat, isLooking) {
      const name = `${TAB}${id}:${isLooking ? 'looking' : 'away'}:${chat}`;
      if (name === shown) return;
      shown = name;
      release();
      hold(
        name,
        new Promise((resolve) => {
          release = resolve;
        }),
      );
    },
    async all() {
      const { held = [] } = (await locks?.query()) ?? {};
      return held.flatMap(({ name = '' }) => {
        if (!name.startsWith(TAB)) return [];
        const [tab = '', state, chat = ''] = name.slice(TAB.length).split(':');
        return [{ id: tab, chat, isLooking: state === 'looking' }];
      });
    },
    ear: {
      stays: () => isEar,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    close() {
      release();
      closed.abort();
    },
  };
}

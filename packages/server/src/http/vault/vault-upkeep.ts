import { type Bus, VAULT_TOPIC } from '../../agent/log/bus.ts';
import type { Clock } from '../../agent/log/clock.ts';
import type { VaultStore } from '../../store/vault-store.ts';

export interface UpkeepParts {
  readonly vault: VaultStore;
  readonly bus: Bus;
  readonly clock: Clock;
  /** No other server works on this store. */
  readonly sole: boolean;
  readonly tell: (what: string, error: unknown) => void;
}

/** The work on a vault that nobody waits for. */
export interface VaultUpkeep {
  /** Counts the changes that devices want to hear of. */
  readonly rev: number;
  /** Tells all devices, on every server, that something about the vault is new. */
  changed(): void;
  /** Gives chats new keys in the background, if some wait for them. */
  rotate(): void;
  /** Forgets what tokens that work no more could open, and begins to give chats new keys. */
  tidy(): Promise<void>;
  /** Does something in the background, which the end of the server waits for. */
  inBackground(work: () => Promise<unknown>, whatFailed: string): void;
  /** Resolves when nothing is done here any more. */
  stop(): Promise<void>;
}

/** A server that may not be alone looks this often whether another one has changed the vault. */
const REFRESH_MS = 5_000;

export function createVaultUpkeep({ vault, bus, clock, sole, tell }: UpkeepParts): VaultUpkeep {
  const busy = new Set<Promise<void>>();
  let rev = 0;
  let isOver = false;
  let isRotating = false;
  let stopPause = (): void => {};
  let stopRefresh = (): void => {};

  function changed(): void {
    rev += 1;
    bus.publish(VAULT_TOPIC);
  }

  function inBackground(work: () => Promise<unknown>, whatFailed: string): void {
    if (isOver) return;
    const done = work().then(
      () => {},
      (error: unknown) => tell(whatFailed, error),
    );
    busy.add(done);
    void done.then(() => busy.delete(done));
  }

  async function rotateAll(): Promise<void> {
    if (isRotating) return;
    isRotating = true;
    try {
      let isNews = false;
      for (;;) {
        const left = isOver ? 0 : await vault.rotateSome();
        if (isNews || left !== 0) changed();
        if (left === 0) return;
        isNews = true;
        if (left === 'later') await pause();
      }
    } finally {
      isRotating = false;
    }
  }

  /** Lets other servers hear that the vault key was replaced. */
  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.after(REFRESH_MS, resolve);
      stopPause = () => {
        cancel();
        resolve();
      };
    });
  }

  const rotate = (): void =>
    inBackground(rotateAll, 'Chats could not get new keys; it is tried again at the next start:');
  const refresh = (): void => inBackground(vault.refresh, 'A vault could not be looked up:');
  function refreshLater(): void {
    if (isOver || sole) return;
    stopRefresh = clock.after(REFRESH_MS, () => {
      refresh();
      refreshLater();
    });
  }

  const unsubscribe = bus.subscribe(VAULT_TOPIC, () => {
    rev += 1;
    if (!sole) refresh();
  });
  refreshLater();

  return {
    get rev() {
      return rev;
    },
    ...{ changed, rotate, inBackground },
    async tidy() {
      if (await vault.tidy(Date.now())) changed();
      rotate();
    },
    async stop() {
      isOver = true;
      stopRefresh();
      stopPause();
      unsubscribe();
      await Promise.all(busy);
    },
  };
}

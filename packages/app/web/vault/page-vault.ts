import type { Client } from '@millrace/react';
import type { DeviceFacts, Vault, VaultStatus } from '@millrace/react/vault';
import { createContext, use } from 'react';

/** The vault of the page. Its code comes when it is needed; most people never wait for it. */
export interface PageVault {
  /** The vault itself. Rejects when its code does not come. */
  load(): Promise<Vault>;
  /** Lets the server read, if this browser has a key. For `onLocked` of the client. */
  unlock(): Promise<boolean>;
  /** Makes the key of this browser, beside all else. Never rejects. */
  enroll(): Promise<void>;
  /** The way in which the page is shut, until it is open. */
  readonly shut: () => Shut | undefined;
  readonly subscribe: (changed: () => void) => () => void;
}

/** The reasons why the server can't read for this page. */
export type Shut = Extract<VaultStatus, 'locked' | 'new' | 'keyless'>;

export function createPageVault(client: () => Client): PageVault {
  const listeners = new Set<() => void>();
  let loading: Promise<Vault> | undefined;
  let shut: Shut | undefined;

  function tell(status: VaultStatus): void {
    const next = status === 'locked' || status === 'new' || status === 'keyless' ? status : undefined;
    if (next === shut) return;
    shut = next;
    for (const changed of listeners) changed();
  }
  function load(): Promise<Vault> {
    loading ??= import('@millrace/react/vault').then(
      ({ createVault }) => {
        const vault = createVault({ client: client(), facts: factsOf });
        // A browser with a key is opened at once: only what stays shut is shown.
        vault.subscribe(() => vault.getState().status === 'open' && tell('open'));
        return vault;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }
  return {
    load,
    async unlock() {
      try {
        const vault = await load();
        const isOpen = await vault.unlock();
        if (!isOpen) tell(vault.getState().status);
        return isOpen;
      } catch {
        return false;
      }
    },
    async enroll() {
      await load().then(
        (vault) => vault.enroll(),
        () => {},
      );
    },
    shut: () => shut,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

/** The form of this device, for the picture beside its name. */
function factsOf(): DeviceFacts {
  const isTouched = matchMedia('(pointer: coarse)').matches;
  if (!isTouched) return { form: 'computer' };
  return { form: Math.min(screen.width, screen.height) < TABLET ? 'phone' : 'tablet' };
}

/** The shorter side of the smallest tablets. */
const TABLET = 600;

export const PageVaultContext = createContext<PageVault | undefined>(undefined);

/** The vault of the page. Throws outside of one. */
export function usePageVault(): PageVault {
  const vault = use(PageVaultContext);
  if (vault === undefined) throw new Error('This part of the page needs a PageVaultContext around it.');
  return vault;
}

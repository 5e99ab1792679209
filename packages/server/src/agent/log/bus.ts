import type { StoredEvent } from '@millrace/engine';

/** Wake-up hints between the parts of a server: "something about this topic is new, look at the store". */
export interface Bus {
  /**
   * `about` says which part of the topic is new. `events` were written just now, and nothing else was: they are for subscribers of the same
   * process, which need not read them then, and a bus may leave them out.
   */
  publish(topic: string, about?: string, events?: readonly StoredEvent[]): void;
  /** Returns the end of the subscription. Without `about` any part of the topic may be new. */
  subscribe(topic: string, wake: (about?: string, events?: readonly StoredEvent[]) => void): () => void;
}

export type Wake = Parameters<Bus['subscribe']>[1];

/** Something in the list of chats is new: the line of the chat that it is about, or with `NO_CHAT` only what stands beside the lines. */
export const CHATS_TOPIC = 'chats';
export const NO_CHAT = '';
/** Somebody may no longer be here. */
export const DOORS_TOPIC = 'doors';
/** Something about the vault of an account is new. */
export const VAULT_TOPIC = 'vault';
export const runTopic = (runId: string): string => `run:${runId}`;
/** Somebody other than its worker wrote into the log of a run. */
export const newsTopic = (runId: string): string => `news:${runId}`;
/** Somebody wants a run to stop. */
export const cancelTopic = (runId: string): string => `cancel:${runId}`;

/** A bus within one process. */
export function createBus(): Bus {
  const topics = new Map<string, Set<Wake>>();
  return {
    publish(topic, about, events) {
      for (const wake of topics.get(topic) ?? []) wake(about, events);
    },
    subscribe(topic, wake) {
      const wakes = topics.get(topic) ?? new Set();
      topics.set(topic, wakes.add(wake));
      return () => {
        wakes.delete(wake);
        if (wakes.size === 0 && topics.get(topic) === wakes) topics.delete(topic);
      };
    },
  };
}

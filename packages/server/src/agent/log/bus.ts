/** Wake-up hints between the parts of a server: "something about this topic is new, look at the store". */
export interface Bus {
  publish(topic: string): void;
  /** Returns the end of the subscription. */
  subscribe(topic: string, wake: () => void): () => void;
}

export const CHATS_TOPIC = 'chats';
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
  const topics = new Map<string, Set<() => void>>();
  return {
    publish(topic) {
      for (const wake of topics.get(topic) ?? []) wake();
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

import type { OpenDevice } from '@millrace/engine/run';

/** The devices that have the app open, on this server. */
export interface OpenDevices {
  /** A device follows the chat list, until the returned function is called. It may do so several times at once. */
  enter(device: OpenDevice): () => void;
  /** The others, in the order in which they came. */
  others(id: string): readonly OpenDevice[];
  /** Calls back when a device comes or goes. */
  subscribe(listener: () => void): () => void;
}

export function createOpenDevices(): OpenDevices {
  const open = new Map<string, { readonly device: OpenDevice; count: number }>();
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    enter(device) {
      const entry = open.get(device.id) ?? { device, count: 0 };
      entry.count += 1;
      open.set(device.id, entry);
      if (entry.count === 1) tell();
      let isIn = true;
      return () => {
        if (!isIn) return;
        isIn = false;
        entry.count -= 1;
        if (entry.count > 0) return;
        open.delete(device.id);
        tell();
      };
    },
    others: (id) => [...open.values()].flatMap(({ device }) => (device.id === id ? [] : [device])),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

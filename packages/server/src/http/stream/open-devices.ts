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

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg/, 'Edge'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/OPR/, 'Opera'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];

/** The name of a device for people, whatever it says. Pure. */
export function deviceName(userAgent: string): string {
  return knownDevice(userAgent) ?? 'another device';
}

/** The name of a device for people, from what its browser says: its model, or the browser and the system. Pure. */
export function knownDevice(userAgent: string): string | undefined {
  const [, model = 'K'] = /Android [\d.]+; ([\w ()+-]{2,40}?)(?: Build|\))/.exec(userAgent) ?? [];
  // Browsers that keep the model to themselves say K, others Mobile.
  if (!/^(K|Mobile|Tablet)$/.test(model)) return model;
  const find = (names: typeof SYSTEMS): string | undefined =>
    names.find(([mark]) => mark.test(userAgent))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (browser === undefined) return system;
  return system === undefined ? browser : `${browser} on ${system}`;
}

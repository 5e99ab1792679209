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

/** The name of a device that says nothing about itself. */
export const UNKNOWN_DEVICE = 'another device';

/** The name of a device for people, whatever it says. Pure. */
export function deviceName(userAgent: string): string {
  return knownDevice(userAgent) ?? UNKNOWN_DEVICE;
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

/** The sections of the settings, in their order; each is the end of an address. */
export const SETTINGS_SECTIONS = [
  'models',
  'tools',
  'memories',
  'storage',
  'appearance',
  'accessibility',
  'about',
] as const;

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];

export const settingsPath = (section: SettingsSection): string => `/settings/${section}`;

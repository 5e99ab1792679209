/** The sections of the settings, in their order; each is the end of an address. */
export const SETTINGS_SECTIONS = [
  'models',
  'instructions',
  'tools',
  'memories',
  'storage',
  'appearance',
  'accessibility',
  'about',
] as const;

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];

/** The address of a section, or of what is called so in it. */
export const settingsPath = (section: SettingsSection, name?: string): string =>
  `/settings/${section}${name === undefined ? '' : `#${encodeURIComponent(name)}`}`;

/** The address of the settings of a provider, where its key is entered. */
export const providerPath = (provider: string | undefined): string =>
  provider === undefined || provider === ''
    ? settingsPath('models')
    : `${settingsPath('models')}/${encodeURIComponent(provider)}`;

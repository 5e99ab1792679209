import type { AccountInfo } from '@millrace/engine/run';

/** The sections of the settings, in their order; each is the end of an address. */
export const SETTINGS_SECTIONS = [
  'models',
  'instructions',
  'tools',
  'memories',
  'privacy',
  'devices',
  'tokens',
  'storage',
  'appearance',
  'accessibility',
  'people',
  'about',
] as const;

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];

/** The sections for a role. Nobody's role is known before the server has told it. Pure. */
export function sectionsFor(role: AccountInfo['role'] | undefined): readonly SettingsSection[] {
  return SETTINGS_SECTIONS.filter((section) => section !== 'people' || manages(role));
}

/** True for a role that may change the server itself: its people, providers and MCP servers. Pure. */
export const manages = (role: AccountInfo['role'] | undefined): boolean =>
  role === 'owner' || role === 'admin';

/** The address of a section, or of what is called so in it. */
export const settingsPath = (section: SettingsSection, name?: string): string =>
  `/settings/${section}${name === undefined ? '' : `#${encodeURIComponent(name)}`}`;

/** The address of the settings of a provider, where its key is entered. */
export const providerPath = (provider: string | undefined): string =>
  provider === undefined || provider === ''
    ? settingsPath('models')
    : `${settingsPath('models')}/${encodeURIComponent(provider)}`;

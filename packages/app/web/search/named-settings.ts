import type { AccountInfo } from '@millrace/engine/run';
import type { PageWords } from '../base/page-words.ts';
import type { PreferenceName } from '../base/preferences.ts';
import { manages, type SettingsSection, sectionsFor } from '../base/settings-sections.ts';

/** A setting as it is called on the page. Its section has a heading or a legend with this name. */
export interface NamedSetting {
  readonly section: SettingsSection;
  /** The section itself has none. */
  readonly name?: string;
}

/** The sections that a role has and what stands in them, in the order of the page. Pure. */
export function namedSettings(
  words: PageWords,
  role: AccountInfo['role'] | undefined,
): readonly NamedSetting[] {
  const isManager = manages(role);
  const names: Readonly<Record<SettingsSection, readonly string[]>> = {
    models: isManager ? [words.defaultModel] : [],
    tools: [words.workspace, words.rules, ...(isManager ? [words.mcp] : [])],
    instructions: [],
    memories: [],
    privacy: [words.vault.recovery.title, words.vault.only.title],
    devices: [words.account.name, words.devices.title, words.phone.title],
    tokens: [],
    storage: [],
    appearance: [words.theme, ...titles(words, ['language', 'text', 'timeline', 'follow', 'enter', 'paste'])],
    accessibility: titles(words, ['motion', 'speech']),
    people: [],
    about: [],
  };
  return sectionsFor(role).flatMap((section) => [
    { section },
    ...names[section].map((name) => ({ section, name })),
  ]);
}

const titles = (words: PageWords, names: readonly PreferenceName[]): readonly string[] =>
  names.map((name) => words.preferences[name].title);

import type { PageWords } from '../base/page-words.ts';
import type { PreferenceName } from '../base/preferences.ts';
import { SETTINGS_SECTIONS, type SettingsSection } from '../base/settings-sections.ts';

/** A setting as it is called on the page. Its section has a heading or a legend with this name. */
export interface NamedSetting {
  readonly section: SettingsSection;
  /** The section itself has none. */
  readonly name?: string;
}

/** The sections and what stands in them, in the order of the page. Pure. */
export function namedSettings(words: PageWords): readonly NamedSetting[] {
  const names: Readonly<Record<SettingsSection, readonly string[]>> = {
    models: [words.defaultModel],
    tools: [words.workspace, words.rules, words.mcp],
    instructions: [],
    memories: [],
    storage: [words.session],
    appearance: [words.theme, ...titles(words, ['language', 'text', 'timeline', 'follow'])],
    accessibility: titles(words, ['motion', 'speech']),
    about: [],
  };
  return SETTINGS_SECTIONS.flatMap((section) => [
    { section },
    ...names[section].map((name) => ({ section, name })),
  ]);
}

const titles = (words: PageWords, names: readonly PreferenceName[]): readonly string[] =>
  names.map((name) => words.preferences[name].title);

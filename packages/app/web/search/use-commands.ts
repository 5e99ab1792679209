import { isMac, type ShortcutName, shortcutKeys, useWords } from '@millrace/react';
import { usePageWords } from '../base/page-words.ts';
import { applyTheme, savedTheme, type Theme } from '../base/theme.ts';
import type { Command } from './find-all.ts';
import { type ListCommandHooks, listCommands } from './list-commands.ts';

export interface CommandHooks {
  readonly onNewChat: () => void;
  readonly onShortcuts: () => void;
  /** Undefined when nothing is being written. */
  readonly onStop: (() => void) | undefined;
  readonly list: ListCommandHooks;
}

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** The commands that can be done now. */
export function useCommands({ onNewChat, onShortcuts, onStop, list }: CommandHooks): readonly Command[] {
  const strings = usePageWords();
  const words = useWords();
  const keys = (name: ShortcutName): string => shortcutKeys(name, words, isMac()).join(' ');
  const toBox = (): void => document.getElementById('message')?.focus();
  const theme = savedTheme();
  return [
    { id: 'new-chat', title: strings.newChat, keys: keys('newChat'), run: onNewChat },
    ...(onStop ? [{ id: 'stop', title: strings.stopAnswer, keys: keys('stop'), run: onStop }] : []),
    ...(document.getElementById('message') ? [{ id: 'to-box', title: strings.goToBox, run: toBox }] : []),
    ...listCommands(strings, list),
    ...THEMES.filter((each) => each !== theme).map((each) => ({
      id: `theme-${each}`,
      title: strings.themeCommand(strings.themes[each]),
      run: () => applyTheme(each),
    })),
    { id: 'shortcuts', title: strings.shortcuts, keys: keys('shortcuts'), run: onShortcuts },
  ];
}

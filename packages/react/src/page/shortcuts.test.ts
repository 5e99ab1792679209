import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../fixtures/long.ts';
import {
  ariaKeys,
  isShortcut,
  type PressedKeys,
  SHORTCUTS,
  type ShortcutName,
  shortcutKeys,
} from './shortcuts.ts';

const NAMES = Object.keys(SHORTCUTS) as ShortcutName[];
const KEYS = [...new Set([...NAMES.map((name) => SHORTCUTS[name].key), 'å', 'x'])];
const held = fc.record({
  key: fc.constantFrom(...KEYS),
  code: fc.constantFrom('KeyA', 'KeyK', 'KeyO', ''),
  ...{ ctrlKey: fc.boolean(), metaKey: fc.boolean(), shiftKey: fc.boolean(), altKey: fc.boolean() },
});

test('W16 of one place of the page no two shortcuts match the same event', () => {
  fc.assert(
    fc.property(held, (event) => {
      const places = NAMES.filter((name) => isShortcut(name, event)).map((name) => SHORTCUTS[name].place);
      expect(places.length).toBe(new Set(places).size);
    }),
    { numRuns: runs(2000) },
  );
});

const NONE = { code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

test('W16 the keys that are shown are the keys that are taken', () => {
  const names = { ctrlKey: 'Ctrl', shiftKey: 'Shift', deleteKey: 'Entf', spaceKey: 'Leertaste' };
  const signs: Readonly<Record<string, string>> = {
    '↵': 'Enter',
    Esc: 'Escape',
    '↑': 'ArrowUp',
    '↓': 'ArrowDown',
    Entf: 'Delete',
    Leertaste: ' ',
  };
  for (const name of NAMES)
    for (const isMac of [false, true]) {
      const shown = shortcutKeys(name, names, isMac);
      const last = shown.at(-1) ?? '';
      const event: PressedKeys = {
        ...NONE,
        key: signs[last] ?? last,
        ctrlKey: shown.includes('Ctrl'),
        metaKey: shown.includes('⌘'),
        shiftKey: shown.includes('Shift') || shown.includes('⇧'),
        altKey: shown.includes('Alt') || shown.includes('⌥'),
      };
      expect([name, isShortcut(name, event)]).toEqual([name, true]);
    }
});

test('W16 a letter with Alt is found by its place, and another modifier is another shortcut', () => {
  expect(isShortcut('review', { ...NONE, key: 'å', code: 'KeyA', altKey: true })).toBe(true);
  expect(isShortcut('search', { ...NONE, key: 'K', ctrlKey: true, shiftKey: true })).toBe(false);
  expect(isShortcut('search', { ...NONE, key: 'K', metaKey: true })).toBe(true);
  expect(isShortcut('shortcuts', { ...NONE, key: '?', shiftKey: true })).toBe(true);
  expect(ariaKeys('newChat', false)).toBe('Control+Shift+O');
  expect(ariaKeys('review', true)).toBe('Alt+A');
  expect(ariaKeys('selectChat', false)).toBe('Space');
});

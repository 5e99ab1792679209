import { SHORTCUTS, WordsProvider } from '@millrace/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { german } from '../base/german.ts';
import { PageWordsContext } from '../base/page-words.ts';
import { ShortcutList } from './shortcut-list.tsx';

// Keys are called as on the person's machine.
beforeEach(() => void vi.stubGlobal('navigator', { userAgent: 'Linux' }));
afterEach(() => void vi.unstubAllGlobals());

const list = <ShortcutList onClose={() => {}} />;
const rows = (html: string): Map<string, string> =>
  new Map(
    [...html.matchAll(/data-shortcut="(\w+)">(.*?)<\/dd>/g)].map(([, name = '', row = '']) => [
      name,
      row
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    ]),
  );

test('U504 the list on ? has every shortcut once, those of the list of chats too', () => {
  const html = renderToStaticMarkup(list);
  expect([...rows(html).keys()].sort()).toEqual(Object.keys(SHORTCUTS).sort());
  expect(html.match(/data-shortcut=/g)).toHaveLength(Object.keys(SHORTCUTS).length);
  expect(html).toContain('In the list of chats');
  expect(rows(html).get('renameChat')).toBe('Rename F2');
  expect(rows(html).get('selectAll')).toBe('Select all Ctrl A');
  const inGerman = renderToStaticMarkup(
    <WordsProvider words={german.words}>
      <PageWordsContext value={german.page}>{list}</PageWordsContext>
    </WordsProvider>,
  );
  expect(rows(inGerman).get('deleteChat')).toBe('Löschen Entf');
  expect(rows(inGerman).get('selectChat')).toMatch(/ Leertaste$/);
});

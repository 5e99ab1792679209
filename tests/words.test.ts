import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { german } from '../packages/app/web/base/german.ts';
import { english as englishPage } from '../packages/app/web/base/strings.ts';
import { germanWords } from '../packages/react/src/words/german/german.ts';
import { englishWords } from '../packages/react/src/words/strings.ts';
import { firstPaint } from '../scripts/bundle-size.mjs';
import { projectFiles, root } from './support/project-files.ts';
import { wordDifferences } from './support/word-differences.ts';

test('U136 German has every word of the components and of the page, with the same parameters', () => {
  expect(wordDifferences(englishWords, germanWords)).toEqual([]);
  expect(wordDifferences(englishPage, german.page)).toEqual([]);
});

test('U136 a word that is missing, empty or too many, and a parameter that is not said, are found', () => {
  const { send: _, ...noSend } = germanWords;
  const toolStates = { ...germanWords.toolStates, more: 'x' };
  expect(wordDifferences(englishWords, noSend)).toEqual(['send is missing']);
  expect(wordDifferences(englishWords, { ...germanWords, send: '' })).toEqual(['send is empty']);
  expect(wordDifferences(englishWords, { ...germanWords, toolStates })).toEqual([
    'toolStates.more is no word of the other',
  ]);
  for (const forgetful of [{ lines: () => 'Zeilen' }, { toolCall: () => 'Werkzeug' }])
    expect(wordDifferences(englishWords, { ...germanWords, ...forgetful })).toEqual([
      `${Object.keys(forgetful)[0]} says other parameters`,
    ]);
});

/** Only these know English by name: what offers the catalogues, and a chat or an editor that has no component above it. */
const KNOW_ENGLISH = [
  'packages/app/web/base/language.ts',
  'packages/app/web/base/page-words.ts',
  'packages/react/src/chat/tray/create-general-chat.ts',
  'packages/react/src/index.ts',
  'packages/react/src/tiptap/millrace-extensions.tsx',
];

test('U138 components get their words and their locale from the catalogue, and never from English itself', () => {
  const files = ['packages/react/src', 'packages/app/web']
    .flatMap(projectFiles)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/words\/|\.config\.ts$/.test(file));
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  expect(files.length).toBeGreaterThan(300);
  const readers = files.filter((file) => /\/strings\.ts'/.test(read(file)));
  expect(readers.toSorted()).toEqual(KNOW_ENGLISH);
  const locales = files.filter((file) => /toLocale\w*\('|new Intl\.\w+\('/.test(read(file)));
  // A sheet prints a number as the others of its column are written.
  expect(locales).toEqual(['packages/react/src/embeds/sheet/cells/print-number.ts']);
});

test('U142 the first page does not load German', () => {
  const files = [...firstPaint(join(root, 'packages/app/dist/web')).keys()];
  expect(files.length).toBeGreaterThan(1);
  for (const file of files)
    expect(readFileSync(join(root, 'packages/app/dist/web', file), 'utf8')).not.toContain('Woran wollen wir');
});

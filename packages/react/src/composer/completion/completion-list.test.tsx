import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { germanWords } from '../../words/german/german.ts';
import { WordsProvider } from '../../words/words-context.ts';
import { type CompletionItem, completionId } from './completion-item.ts';
import { CompletionList, type CompletionListProps } from './completion-list.tsx';

const items: readonly CompletionItem[] = [
  { type: 'file', path: 'src/deep/app.ts' },
  { type: 'file', path: 'a b.txt' },
  { type: 'command', command: { name: 'review', description: 'Reviews a file', argument_hint: '[path]' } },
  { type: 'mode', mode: { slug: 'code', name: 'Code', description: 'Changes files' } },
];

function list(props: Partial<CompletionListProps> = {}): ReactElement {
  const own = { listId: 'list', trigger: '@', items, status: 'ready', activeIndex: 0 } as const;
  return <CompletionList {...own} onChoose={() => {}} {...props} />;
}
const html = (props: Partial<CompletionListProps> = {}): string => renderToStaticMarkup(list(props));
const german = (props: Partial<CompletionListProps>): string =>
  renderToStaticMarkup(<WordsProvider words={germanWords}>{list(props)}</WordsProvider>);
const textOf = (markup: string): string => markup.replace(/<svg.*?<\/svg>|<[^>]*>/g, '');
const options = (markup: string): readonly string[] => markup.split('class="mr-completion-option"').slice(1);
const status = (markup: string): string => /role="status">([^<]*)</.exec(markup)?.[1] ?? '';

test('U527 the list is a listbox whose options have the ids of their items, and one of them is selected', () => {
  const markup = html({ activeIndex: 1 });
  expect(markup).toContain('id="list" role="listbox" aria-label="Files" aria-busy="false"');
  expect([...markup.matchAll(/id="([^"]*)" role="option"/g)].map(([, id]) => id)).toEqual(
    items.map((item) => completionId('list', item)),
  );
  expect(options(markup).map((option) => option.includes(' aria-selected="true"'))).toEqual([
    ...[false, true],
    ...[false, false],
  ]);
});

test('U527 a file is its name and its folder, a command its hint and description, a mode its name', () => {
  const markup = html();
  expect(options(markup).map((option) => textOf(`<${option.replace(/<div $/, '')}`).trim())).toEqual([
    'app.ts src/deep/',
    'a b.txt',
    '/review[path] Reviews a file',
    'CodeMode Changes files',
  ]);
  expect(markup.match(/<strong>.*?<\/strong>/g)?.map(textOf)).toEqual([
    'app.ts',
    'a b.txt',
    '/review',
    'Code',
  ]);
  expect(markup.match(/<svg/g)).toHaveLength(4);
});

test('U528 nothing in the list can take the focus', () => {
  expect(html()).not.toMatch(/tabindex|<button|<a |<input|autofocus/i);
});

test('U528 a character that hides or turns the text around is shown as its escape, and paths run from left to right', () => {
  const markup = html({ items: [{ type: 'file', path: 'safe\u202egpj.exe/x\ny' }] });
  expect(markup).not.toContain('\u202e');
  expect(markup).toContain('\\u{202E}');
  expect(markup.match(/<bdi dir="ltr">/g)).toHaveLength(2);
});

test('U529 an empty list, one that is loaded and one that failed say so in one line, in both languages', () => {
  const none = { items: [] };
  expect(status(html(none))).toBe('No file matches');
  expect(html(none)).toContain('hidden=""');
  expect(status(html({ ...none, trigger: '/' }))).toBe('No mode or command matches');
  expect(status(german(none))).toBe('Keine Datei passt');
  const loading = html({ ...none, status: 'loading' });
  expect([status(loading), textOf(loading)]).toEqual(['', 'Searching…']);
  expect(textOf(html({ status: 'loading' }))).not.toContain('Searching');
  expect(status(html({ ...none, status: 'failed' }))).toMatch(/^The files could not be loaded\. /);
  expect(status(german({ status: 'failed', trigger: '/' }))).toMatch(/^Die Befehle konnten nicht geladen/);
  expect(options(german({ status: 'failed', trigger: '/' }))).toHaveLength(4);
  expect(html({ ...none, status: 'idle' })).toBe('');
});

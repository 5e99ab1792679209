import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { germanWords } from './german/german.ts';
import { englishWords } from './strings.ts';
import { useWords, type Words, WordsProvider } from './words-context.ts';

const seen: Words[] = [];
function Send() {
  const words = useWords();
  seen.push(words);
  return `${words.send}, ${words.toolStates.done}, ${words.toolStates.failed}`;
}

test('U135 components say English, another catalogue, or single words of an app, also of a group', () => {
  expect(renderToStaticMarkup(<Send />)).toBe('Send, done, failed');
  const german = (
    <WordsProvider words={germanWords}>
      <Send />
    </WordsProvider>
  );
  expect(renderToStaticMarkup(german)).toBe('Senden, fertig, fehlgeschlagen');
  const own = (
    <WordsProvider words={germanWords}>
      <WordsProvider words={{ send: 'Ab die Post', toolStates: { done: 'passt' } }}>
        <Send />
      </WordsProvider>
    </WordsProvider>
  );
  expect(renderToStaticMarkup(own)).toBe('Ab die Post, passt, fehlgeschlagen');
});

test('U135 everything below a provider gets the same object, and without one the English catalogue itself', () => {
  seen.length = 0;
  renderToStaticMarkup(
    <WordsProvider words={{ send: 'Go' }}>
      <Send />
      <Send />
    </WordsProvider>,
  );
  expect(new Set(seen).size).toBe(1);
  seen.length = 0;
  renderToStaticMarkup(<Send />);
  expect(seen).toEqual([englishWords]);
  expect(seen[0]).toBe(englishWords);
});

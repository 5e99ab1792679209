import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { germanWords } from '../../words/german/german.ts';
import { WordsProvider } from '../../words/words-context.ts';
import { QueuedMessages } from './queued-messages.tsx';

const messages = [
  { id: '1', text: 'First' },
  { id: '2', text: 'Second' },
];
const notes = (html: string): string[] =>
  [...html.matchAll(/mr-queue-note[^>]*>([^<]*)</g)].map(([, note = '']) => note);

test('U475 the chip of a queued message says when it is sent, in both languages', () => {
  const chip = <QueuedMessages messages={messages} online onRemove={() => {}} />;
  expect(notes(renderToStaticMarkup(chip))).toEqual(['Sent when this turn ends']);
  expect(notes(renderToStaticMarkup(<WordsProvider words={germanWords}>{chip}</WordsProvider>))).toEqual([
    'Wird gesendet, wenn dieser Zug endet',
  ]);
});

test('U475 without a server the chip says when the message goes', () => {
  const chip = <QueuedMessages messages={messages} online={false} onRemove={() => {}} />;
  expect(notes(renderToStaticMarkup(chip))).toEqual(['Will send when you’re back online']);
});

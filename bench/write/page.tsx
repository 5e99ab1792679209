import { DocumentView } from '@millrace/react';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { longAnswer } from '../browser/answer.ts';
import { cut } from '../cut.ts';
import { FIELDS } from './fields.tsx';
import { PASTES } from './pastes.ts';
import { TEXTS } from './texts.ts';

const CHUNKS_A_SECOND = 500;

declare global {
  /** From each key until its picture was drawn, in milliseconds by the clock. */
  var paints: number[];
  /** Waits until so many keys are drawn. */
  var painted: (count: number) => Promise<void>;
  /** Puts the clipboard that was asked for in the place of what is copied next. */
  var fillNextCopy: () => void;
  /** Begins to wait for a paste. */
  var watchPaste: () => void;
  /** Waits until what was pasted is shown and read. */
  var pasted: () => Promise<{ readonly shown: number; readonly read: number }>;
  /** Waits until nothing more is to be expected. */
  var settled: () => Promise<void>;
}
const drawn: number[] = [];
let waiting = { count: 0, go: (): void => {} };
globalThis.paints = drawn;
globalThis.painted = (count) =>
  new Promise((go) => {
    waiting = { count, go };
    if (drawn.length >= count) go();
  });

const asked = new URLSearchParams(location.search);
const Field = FIELDS[asked.get('field') ?? ''];
const text = TEXTS[asked.get('text') ?? ''];
const root = document.querySelector('#root');
if (Field === undefined || text === undefined || root === null)
  throw new Error('There is no such field or text.');

/** An answer that streams above the field. */
function Answer() {
  const [answer, setAnswer] = useState('');
  useEffect(() => {
    const chunks = cut(longAnswer());
    const start = performance.now();
    const timer = setInterval(() => {
      const due = Math.ceil(((performance.now() - start) * CHUNKS_A_SECOND) / 1000);
      setAnswer(chunks.slice(0, due).join(''));
    }, 4);
    return () => clearInterval(timer);
  }, []);
  return <DocumentView text={answer} messageId="m" running />;
}

const { port1, port2 } = new MessageChannel();
let begun = 0;
// A message that is posted before a picture is delivered behind it.
port1.onmessage = () => {
  drawn.push(performance.now() - begun);
  if (drawn.length >= waiting.count) waiting.go();
};
addEventListener(
  'keydown',
  (event) => {
    if (event.key.length > 1 || event.ctrlKey) return;
    begun = event.timeStamp;
    requestAnimationFrame(() => port2.postMessage(0));
  },
  { capture: true },
);

globalThis.fillNextCopy = () => {
  const types = PASTES[asked.get('pastes') ?? '']?.() ?? {};
  addEventListener(
    'copy',
    (event) => {
      for (const [type, data] of Object.entries(types)) event.clipboardData?.setData(type, data);
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true, once: true },
  );
};
const picture = (): Promise<void> => new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
globalThis.settled = async () => {
  for (let i = 0; i < 30; i++) await picture();
};
let since = 0;
globalThis.watchPaste = () => {
  addEventListener(
    'paste',
    ({ timeStamp }) => {
      since = timeStamp;
    },
    { capture: true, once: true },
  );
};
const said = (): string => document.querySelector('.mr-draft-note')?.textContent ?? '';
globalThis.pasted = async () => {
  while (since === 0) await picture();
  const isPlain = asked.get('pastes')?.endsWith('plain text');
  const isMarkdown = asked.get('pastes')?.startsWith('Markdown');
  await picture();
  while (!isPlain && !isMarkdown && document.querySelector('.mr-draft-preview, .mr-draft-note > *') === null)
    await picture();
  const shown = performance.now() - since;
  while (!isPlain && !isMarkdown && !said().startsWith('Pasted')) await picture();
  while (isMarkdown && said() !== '') await picture();
  const read = performance.now() - since;
  await globalThis.settled();
  return { shown, read };
};
createRoot(root).render(
  <>
    <style>{`
      .field { width: 100%; max-height: 300px; overflow: auto; field-sizing: content; white-space: pre-wrap; font: 16px/1.5 sans-serif; }
      .field p { margin: 0; }
      .answer { height: 400px; overflow: hidden; }
    `}</style>
    <div className="answer">{asked.has('streams') && <Answer />}</div>
    <Field text={text} />
  </>,
);

import { Composer } from '@millrace/react';
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** The text of the box, what was sent and how often it was stopped, for the tests to read. */
declare global {
  var written: string;
  var sent: string[];
  var stops: number;
  var setText: (text: string) => void;
  /** Puts a new composer in the place of the old one, with a text. */
  var startAgain: (text: string) => void;
  /** The clipboard of a paste that a test has caught. */
  var clipboard: Readonly<Record<string, string>> | undefined;
}
// The server's policy lets a page start its own worker when it says which one.
const types: unknown = Reflect.get(window, 'trustedTypes');
if (
  typeof types === 'object' &&
  types !== null &&
  'createPolicy' in types &&
  typeof types.createPolicy === 'function'
)
  types.createPolicy('default', {
    createScriptURL: (url: string) => (/\/assets\/paste-worker-[\w-]+\.js$/.test(url) ? url : undefined),
  });
globalThis.sent = [];
globalThis.stops = 0;
const asked = new URLSearchParams(location.search);

/** Somebody's page with a composer and nothing else. `?text=` is in the box at first, `?hint=` below it; with `?running` there is an answer to stop. */
function Page() {
  const [text, setText] = useState(() => asked.get('text') ?? '');
  globalThis.written = text;
  globalThis.setText = setText;
  const [count, setCount] = useState(0);
  globalThis.startAgain = (next) => {
    globalThis.sent = [];
    setText(next);
    setCount(count + 1);
  };
  return h(
    'main',
    null,
    h('h1', { className: 'mr-sr-only' }, 'Composer'),
    h(Composer, {
      key: count,
      ...{ text, onText: setText, placeholder: 'Ask anything', models: [], model: undefined },
      phase: asked.has('running') ? 'running' : 'idle',
      hint: asked.get('hint') ?? undefined,
      onSend(message: string) {
        globalThis.sent.push(message);
        setText('');
      },
      onStop() {
        globalThis.stops += 1;
      },
      onModel() {},
    }),
  );
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(h(Page));

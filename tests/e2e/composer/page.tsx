import { Composer } from '@millrace/react';
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { allowOwnWorker } from '../../../packages/app/web/base/worker-policy.ts';

/** The text of the box and what was sent, for the tests to read. */
declare global {
  var written: string;
  var sent: string[];
  var setText: (text: string) => void;
}
allowOwnWorker();
globalThis.sent = [];

/** Somebody's page with a composer and nothing else. `?text=` is in the box at first. */
function Page() {
  const [text, setText] = useState(() => new URLSearchParams(location.search).get('text') ?? '');
  globalThis.written = text;
  globalThis.setText = setText;
  return h(
    'main',
    null,
    h(Composer, {
      ...{ text, onText: setText, phase: 'idle', placeholder: 'Ask anything', models: [], model: undefined },
      onSend(message: string) {
        globalThis.sent.push(message);
        setText('');
      },
      onStop() {},
      onModel() {},
    }),
  );
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(h(Page));

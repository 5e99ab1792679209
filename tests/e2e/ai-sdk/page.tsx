import { useChat } from '@ai-sdk/react';
import { keyHeaders } from '@millrace/react';
import { DefaultChatTransport } from 'ai';
import { createElement as h, useRef } from 'react';
import { createRoot } from 'react-dom/client';

/** A page as users of the AI SDK write it: `useChat`, and of ours only the key that lets the page in. */
function Page() {
  const { messages, sendMessage, status, error } = useChat({
    transport: new DefaultChatTransport({ api: '/api/ai-sdk/chat', headers: keyHeaders }),
  });
  const parts = messages.at(-1)?.role === 'assistant' ? (messages.at(-1)?.parts ?? []) : [];
  const seen = useRef(new Set<string>());
  for (const part of parts) if ('state' in part) seen.current.add(`${part.type} ${part.state}`);
  return h(
    'main',
    null,
    h('button', { type: 'button', onClick: () => void sendMessage({ text: 'Rain?' }) }, 'Ask'),
    h('p', { id: 'status' }, status),
    error && h('p', { id: 'error' }, error.message),
    h('pre', { id: 'parts' }, JSON.stringify(parts)),
    h('p', { id: 'seen' }, [...seen.current].join(', ')),
  );
}

const root = document.createElement('div');
document.body.replaceChildren(root);
createRoot(root).render(h(Page));

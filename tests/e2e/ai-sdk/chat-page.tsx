import { createElement as h, useRef } from 'react';
import { createRoot } from 'react-dom/client';

interface Part {
  readonly type: string;
  readonly state?: string;
  readonly approval?: { readonly id: string };
}

interface Chat {
  readonly messages: readonly { readonly role: string; readonly parts: readonly Part[] }[];
  readonly status: string;
  readonly error?: Error | undefined;
  sendMessage(message: { readonly text: string }): unknown;
  regenerate(): unknown;
  addToolApprovalResponse(answer: {
    readonly id: string;
    readonly approved: boolean;
    readonly reason?: string;
  }): unknown;
}

/** The parts of the AI SDK that a chat needs, of any version. */
export interface AiSdk {
  readonly version: number;
  /** The headers of ours that let the page in. */
  readonly keyHeaders: () => Record<string, string>;
  useChat(options: object): Chat;
  readonly Transport: new (options: { api: string; headers: () => Record<string, string> }) => object;
  readonly sendAutomaticallyWhen: unknown;
}

/** Shows a page as users of the AI SDK write it: `useChat`, and of ours only the key that lets the page in. */
export function showChat({ version, keyHeaders, useChat, Transport, sendAutomaticallyWhen }: AiSdk): void {
  const transport = new Transport({
    api: '/api/ai-sdk/chat',
    headers: () => ({ ...keyHeaders(), 'x-ai-sdk-version': String(version) }),
  });
  const resumed = new URLSearchParams(location.hash.slice(1)).get('resume');

  function Page() {
    const chat = useChat({
      transport,
      sendAutomaticallyWhen,
      ...(resumed !== null && { id: resumed, resume: true }),
    });
    const { messages, status, error } = chat;
    const parts = messages.at(-1)?.role === 'assistant' ? (messages.at(-1)?.parts ?? []) : [];
    const seen = useRef(new Set<string>());
    for (const part of parts) if (part.state !== undefined) seen.current.add(`${part.type} ${part.state}`);
    const button = (name: string, onClick: () => unknown) =>
      h('button', { type: 'button', key: name, onClick: () => void onClick() }, name);
    return h(
      'main',
      null,
      button('Ask', () => chat.sendMessage({ text: 'Rain?' })),
      button('Again', () => chat.regenerate()),
      parts.flatMap(({ state, approval }, i) => {
        if (state !== 'approval-requested' || approval === undefined) return [];
        const answer = (approved: boolean) => () =>
          chat.addToolApprovalResponse({
            id: approval.id,
            approved,
            ...(!approved && { reason: 'Not now.' }),
          });
        return [button(`Approve ${i}`, answer(true)), button(`Reject ${i}`, answer(false))];
      }),
      h('p', { id: 'status' }, status),
      h('p', { id: 'count' }, messages.length),
      error && h('p', { id: 'error' }, error.message),
      h('pre', { id: 'parts' }, JSON.stringify(parts)),
      h('p', { id: 'seen' }, [...seen.current].join(', ')),
    );
  }

  const root = document.createElement('div');
  document.body.replaceChildren(root);
  createRoot(root).render(h(Page));
}

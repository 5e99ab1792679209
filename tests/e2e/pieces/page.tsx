import '@millrace/react/styles.css';
import {
  buildTimeline,
  ChatTray,
  Diagrams,
  DocumentView,
  FallbackToolBody,
  FullScreenProvider,
  HitlContext,
  type HitlDecision,
  HitlEditPanel,
  type HitlRuntime,
  type InterruptResult,
  MobileHitlEditPanel,
  openHitlEditPanel,
  Timeline,
  toolUI,
} from '@millrace/react';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server.browser';

// Pieces of ours on one page of somebody else's app, which looks for mistakes: React's development version in StrictMode.

export interface PiecesPage {
  draw(): void;
  /** Draws it as a server would, and takes that over a while later. Gives what did not fit. */
  hydrate(): Promise<string[]>;
  readonly decided: HitlDecision[];
}

declare global {
  interface Window {
    pieces: PiecesPage;
  }
}

const MARKDOWN = `# A heading

A [link](https://example.com/a) and a note[^1].

- one
  - two

\`\`\`ts:src/app.ts
const a = 1;
\`\`\`

\`\`\`mermaid
graph TD; A-->B
\`\`\`

[^1]: The note.
`;
const ASKED: InterruptResult = {
  __interrupt__: true,
  action_requests: [{ name: 'mail', args: { to: 'ann@example.com' }, description: 'Send the mail' }],
  review_configs: [{ action_name: 'mail', allowed_decisions: ['approve', 'reject', 'edit'] }],
};
const decided: HitlDecision[] = [];
const runtime: HitlRuntime = {
  async decide(_approval, decision) {
    decided.push(decision);
    return { type: 'decided', decision, by: 'me' };
  },
  device: () => 'me',
};
const tools = toolUI<{ own: { args: { n: number } } }>({ own: ({ args }) => <p>Own {args.n}</p> });
const startedAt = Date.now() - 3000;
const groups = buildTimeline([
  { type: 'tool-call', toolCallId: '1', toolName: 'read_file', args: { path: 'a.ts' }, result: 'text' },
  { type: 'tool-call', toolCallId: '2', toolName: 'own', args: { n: 1 }, result: 'text' },
  { type: 'tool-call', toolCallId: '3', toolName: 'mail', args: {}, result: ASKED },
]);

function Pieces() {
  return (
    <StrictMode>
      <section aria-label="Document">
        <FullScreenProvider>
          <Diagrams value="/frame">
            <DocumentView text={MARKDOWN} messageId="m" />
          </Diagrams>
        </FullScreenProvider>
      </section>
      <section aria-label="Steps">
        <HitlContext value={runtime}>
          <Timeline {...{ groups, tools, startedAt }} />
        </HitlContext>
      </section>
      <section aria-label="Call">
        <FallbackToolBody
          toolCallId="4"
          toolName="send_mail"
          args={{ to: 'ann' }}
          result="Sent."
          status="completed"
        />
      </section>
      <section aria-label="Edit">
        <button
          type="button"
          onClick={() =>
            openHitlEditPanel({ title: 'it', toolName: 'mail', args: { to: 'ann' }, onSave: () => {} })
          }
        >
          Open the form
        </button>
        <HitlEditPanel />
        <MobileHitlEditPanel />
      </section>
      <div style={{ blockSize: 300 }}>
        <ChatTray title="Ask" />
      </div>
    </StrictMode>
  );
}

const place = document.querySelector('#root');
if (place === null) throw new Error('The page has no #root.');

window.pieces = {
  decided,
  draw: () => createRoot(place).render(<Pieces />),
  async hydrate() {
    const problems: string[] = [];
    place.innerHTML = renderToString(<Pieces />);
    const then = Date.now;
    Date.now = () => then() + 5000;
    hydrateRoot(place, <Pieces />, { onRecoverableError: (error) => problems.push(String(error)) });
    // Two frames: what was drawn there, then what is known only here.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    return problems;
  },
};

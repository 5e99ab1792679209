import '@millrace/react/styles.css';
import type { SuggestedAction } from '@millrace/engine/run';
import { ChatTray, createClient, payloadUI, ToolCallCard, useGeneralChat } from '@millrace/react';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';

// A page of somebody else's app: our packages by their names, one style sheet, and nothing more of ours.

declare module '@millrace/engine' {
  interface PayloadTypes {
    weather: { readonly degrees: number };
  }
}

const client = createClient();
const payloads = payloadUI({
  weather: {
    read: (data) =>
      typeof data === 'object' && data && 'degrees' in data ? { degrees: Number(data.degrees) } : undefined,
    component: ({ data }) => <p>It has {data.degrees} degrees.</p>,
  },
});

function Tray() {
  const [done, setDone] = useState<SuggestedAction>();
  return (
    <>
      <ChatTray
        client={client}
        title="Ask the library"
        payloads={payloads}
        context={() => ({ page: 'library' })}
        onAction={setDone}
      />
      <output>{done && `The page did ${done.action}.`}</output>
    </>
  );
}

/** The hook without a view of ours. */
function Hook() {
  const chat = useGeneralChat({ client });
  return (
    <>
      <button type="button" onClick={() => void chat.sendMessage('Hello')}>
        Say hello
      </button>
      <pre>{JSON.stringify(chat, undefined, 1)}</pre>
    </>
  );
}

/** Each component that the library exports, by its name. Those of other parts join here when they are there. */
const PARTS: Readonly<Record<string, ReactNode>> = {
  ChatTray: <Tray />,
  useGeneralChat: <Hook />,
  ToolCallCard: (
    <ToolCallCard tool_name="search_articles" input={{ query: 'CRISPR' }} output="Found 5 articles" />
  ),
};

function Page() {
  const [part, setPart] = useState('ChatTray');
  return (
    <div className="page">
      <nav aria-label="Parts">
        {Object.keys(PARTS).map((name) => (
          <button type="button" key={name} aria-pressed={name === part} onClick={() => setPart(name)}>
            {name}
          </button>
        ))}
      </nav>
      <main>
        <h1 className="mr-sr-only">A page</h1>
        {PARTS[part]}
      </main>
    </div>
  );
}

// The rest of the app's own looks: a column for the tray.
const styles = new CSSStyleSheet();
styles.replaceSync(`
  body { margin: 0; background: var(--mr-bg); color: var(--mr-ink); font: var(--mr-text-14); }
  .page { display: grid; grid-template-rows: auto 1fr; block-size: 100dvh; }
  main { min-block-size: 0; inline-size: 100%; max-inline-size: 440px; }
`);
document.adoptedStyleSheets = [styles];

const root = document.getElementById('root');
if (root) createRoot(root).render(<Page />);

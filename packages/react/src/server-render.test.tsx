import { doomLoopInterrupt } from '@millrace/engine/approval';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  buildTimeline,
  ChatTray,
  createClient,
  Diagrams,
  DocumentView,
  DoomLoopApprovalToolUI,
  FallbackToolBody,
  FullScreenProvider,
  GenericHitlApprovalToolUI,
  HitlContext,
  HitlEditPanel,
  type HitlRuntime,
  type InterruptResult,
  MobileHitlEditPanel,
  payloadUI,
  Timeline,
  ToolCallCard,
  Transcript,
  useOpenChat,
} from './index.ts';

// Newer versions of Node have one of their own.
beforeEach(() => void vi.stubGlobal('navigator', undefined));
afterEach(() => vi.unstubAllGlobals());

const MARKDOWN = `# Title

Text, $x^2$, [a link](https://example.com), a note[^1] and ![a picture](https://example.com/a.png).

\`\`\`ts:src/app.ts
const a = 1;
\`\`\`

| a | b |
|---|---|
| 1 | =A2 |

\`\`\`mermaid
graph TD; A-->B
\`\`\`

$$
y
$$

https://example.com/

https://www.youtube.com/watch?v=abcdefghijk

[^1]: The note.
`;
const ASKED: InterruptResult = {
  __interrupt__: true,
  action_requests: [{ name: 'mail', args: { to: 'ann@example.com' }, description: 'Send the mail' }],
  review_configs: [{ action_name: 'mail', allowed_decisions: ['approve', 'reject', 'edit'] }],
};
const LOOP = doomLoopInterrupt({ tool: 'mail', input: {} }, { threshold: 3, signatures: ['a', 'a', 'a'] });
const CALL = { toolCallId: '1', toolName: 'mail', args: { to: 'ann@example.com' } };
const GROUPS = buildTimeline([
  { type: 'reasoning', text: 'Hm.' },
  { type: 'tool-call', ...CALL, result: ASKED },
  { type: 'tool-call', ...CALL, toolCallId: '2' },
]);
const runtime: HitlRuntime = {
  decide: async (_, decision) => ({ type: 'decided', decision, by: 'me' }),
  device: () => 'me',
};

function Chat() {
  const client = createClient();
  const { state } = useOpenChat(client, 'chat', true);
  return <Transcript state={state} client={client} />;
}

const GROWING = (
  <FullScreenProvider>
    <Diagrams value="/diagram/">
      <DocumentView text={MARKDOWN} messageId="m" running />
    </Diagrams>
  </FullScreenProvider>
);

test.each<readonly [name: string, says: string, piece: ReactNode]>([
  ['Timeline', 'Waiting for you', <Timeline key="" groups={GROUPS} startedAt={0} />],
  ['DocumentView', 'src/app.ts', <DocumentView key="" text={MARKDOWN} messageId="m" />],
  ['DocumentView that grows', 'Full screen', GROWING],
  ['ChatTray', 'How can I help?', <ChatTray key="" payloads={payloadUI()} />],
  ['ToolCallCard', 'Input', <ToolCallCard key="" tool_name="mail" input={{ a: 1 }} defaultOpen />],
  ['GenericHitlApprovalToolUI', 'Ctrl ↵', <GenericHitlApprovalToolUI key="" {...CALL} result={ASKED} />],
  ['DoomLoopApprovalToolUI', 'It may be stuck', <DoomLoopApprovalToolUI key="" {...CALL} result={LOOP} />],
  ['FallbackToolBody', 'Mail', <FallbackToolBody key="" {...CALL} status="completed" result="Sent." />],
  ['HitlEditPanel', '', <HitlEditPanel key="" />],
  ['MobileHitlEditPanel', '', <MobileHitlEditPanel key="" />],
  ['Transcript', 'role="log"', <Chat key="" />],
])('C29 %s is drawn on a server, where there is no page', (_name, says, piece) => {
  expect(renderToString(<HitlContext value={runtime}>{piece}</HitlContext>)).toContain(says);
});

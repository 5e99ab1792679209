// The page of somebody's app: answers, steps and a card from data of its own backend, beside components that break.
import '@millrace/react/styles.css';
import { createMessageReconstructor, createSseDecoder, type ReconstructorControls } from '@millrace/engine';
import {
  askPerson,
  buildTimeline,
  DocumentView,
  type EmbedProps,
  EmbedsProvider,
  HitlContext,
  type HitlRuntime,
  Timeline,
  toolUI,
} from '@millrace/react';
import { createRoot } from 'react-dom/client';

interface Tools {
  weather: { args: { city: string }; result: { degrees: number } };
  broken: { args: object };
}

const Broken = (_: EmbedProps | object): never => {
  throw new Error('A component of the app broke.');
};
const tools = toolUI<Tools>({
  weather: ({ args, result }) => (
    <b>
      {args.city}: {typeof result === 'object' && 'degrees' in result ? result.degrees : String(result)}
    </b>
  ),
  broken: Broken,
});
const question = askPerson({
  tool: 'send_mail',
  args: { to: 'ann@example.com' },
  allow: ['approve', 'reject'],
});
const groups = buildTimeline([
  { type: 'tool_use', id: '1', name: 'weather', input: { city: 'Zug' } },
  { type: 'tool_result', tool_use_id: '1', content: { degrees: 7 } },
  { type: 'tool-broken', toolCallId: '2', state: 'output-available', input: {}, output: 'kept' },
  { type: 'tool_use', id: '3', name: 'send_mail', input: { to: 'ann@example.com' } },
  { type: 'tool_result', tool_use_id: '3', content: question },
]);
const runtime: HitlRuntime = {
  async decide(_, decision) {
    document.title = `decided: ${decision.type}`;
    return { type: 'decided', decision, by: 'this page' };
  },
  device: () => 'this page',
};
export const message: ReconstructorControls = createMessageReconstructor({});
createSseDecoder({ onEvent: () => {} }).end();

createRoot(document.getElementById('root') as HTMLElement).render(
  <HitlContext value={runtime}>
    <DocumentView text={'# A title\n\nText with `code` & $x^2$.'} messageId="m" />
    <EmbedsProvider value={{ code: Broken }}>
      <DocumentView text={'```js\nconst kept = 1;\n```\n'} messageId="n" />
    </EmbedsProvider>
    <Timeline groups={groups} tools={tools} />
    <p>The rest of the page</p>
  </HitlContext>,
);

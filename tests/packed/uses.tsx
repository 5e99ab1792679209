// Somebody else's code, compiled against what is published. What must not compile says so.
import '@millrace/react/styles.css';
import '@millrace/react/math.css';
import '@millrace/react/tokens.css';
import { parseAssistantMessage, type ToolUse } from '@millrace/engine/calls';
import { createPartialJson, type PartialJson } from '@millrace/engine/json';
import { type MarkdownTree, parseMarkdown } from '@millrace/engine/markdown';
import { type BlockEvent, calculateNextState, type TextBlock } from '@millrace/engine/message';
import { createSseDecoder, type SseEvent } from '@millrace/engine/sse';
import { buildTimeline as groupsOf, type ToolCallPart } from '@millrace/engine/timeline';
import {
  buildTimeline,
  ChatTray,
  createClient,
  DocumentView,
  type EmbedProps,
  EmbedsProvider,
  type ExtraField,
  FallbackToolBody,
  GenericHitlApprovalToolUI,
  HitlContext,
  type HitlRuntime,
  isInterruptResult,
  payloadUI,
  Timeline,
  type TimelineGroup,
  type TimelineToolComponent,
  toolUI,
  useGeneralChat,
} from '@millrace/react';
import { TimelineDataUI } from '@millrace/react/assistant-ui';
import { startDiagramFrame } from '@millrace/react/diagram-frame';
import { editorContent, messageDoc, millraceExtensions } from '@millrace/react/tiptap';
import { createServer, type Model, openMemoryStore } from '@millrace/server';
import { Editor } from '@tiptap/core';

declare module '@millrace/engine' {
  interface PayloadTypes {
    weather: { readonly degrees: number };
  }
  interface OwnEmbedKinds {
    chart: true;
  }
}

interface Tools {
  weather: { args: { city: string }; result: { degrees: number } };
  mail: { args: { to: string[] } };
}

const tools = toolUI<Tools>({
  weather: ({ args, result }) => (
    <p>
      {args.city} {typeof result === 'object' && 'degrees' in result ? result.degrees : ''}
    </p>
  ),
  mail: (call) =>
    isInterruptResult(call.result) ? (
      <GenericHitlApprovalToolUI {...call} result={call.result} />
    ) : (
      <FallbackToolBody {...call} />
    ),
});
// @ts-expect-error: a tool that is not there
toolUI<Tools>({ wether: () => null });
// @ts-expect-error: a field that is not there
toolUI<Tools>({ weather: ({ args }) => <p>{args.town}</p> });
// @ts-expect-error: nobody said which tools there are
toolUI({ weather: () => null });
// @ts-expect-error: a field of the result that is not there
toolUI<Tools>({ weather: ({ result: r }) => typeof r === 'object' && 'degrees' in r && r.degres });

const payloads = payloadUI({ weather: ({ data }) => <p>{data.degrees}</p> });
// @ts-expect-error: a type that nobody declared
payloadUI({ wether: () => null });
// @ts-expect-error: a field that is not there
payloadUI({ weather: ({ data }) => <p>{data.degres}</p> });
// @ts-expect-error: a field that is not there
payloadUI({ schema_proposal: ({ data }) => <p>{data.tabels}</p> });
// @ts-expect-error: a type of field that is not there
export const field: ExtraField = { label: 'To', key: 'to', value: '', type: 'mails' };

const Chart = ({ attrs }: EmbedProps) => <p>{attrs.id}</p>;
// @ts-expect-error: a kind that nobody declared
export const misspelt = <EmbedsProvider value={{ chrat: Chart }}>{null}</EmbedsProvider>;

export const own: TimelineToolComponent = (call) => <FallbackToolBody {...call} />;

const runtime: HitlRuntime = {
  decide: async (_approval, decision) => ({ type: 'decided', decision, by: 'me' }),
  device: () => undefined,
};

export function Page({ groups = buildTimeline([]) }: { groups?: readonly TimelineGroup[] }) {
  const chat = useGeneralChat({ client: createClient({ baseUrl: 'https://example.com' }) });
  const seed: {
    readonly messages: readonly { readonly content: string }[];
    readonly isLoading: boolean;
    readonly streamingText: string;
    readonly statusText: string | null;
    readonly activeToolProgress: { readonly toolName: string; readonly updates: readonly object[] } | null;
    readonly error: string | null;
  } = chat;
  return (
    <HitlContext value={runtime}>
      <TimelineDataUI />
      <Timeline groups={groups} tools={tools} />
      <EmbedsProvider value={{ chart: Chart, code: Chart }}>
        <DocumentView text={seed.streamingText} messageId="m" />
      </EmbedsProvider>
      <ChatTray payloads={payloads} onClose={startDiagramFrame} />
    </HitlContext>
  );
}

const extensions = millraceExtensions({ contents: new Map(), wrap: (drawn) => <div>{drawn}</div> });
export const edited = messageDoc(
  new Editor({ extensions, content: editorContent({ type: 'doc', content: [] }) }).state.doc,
).content.length;
// @ts-expect-error: contents are needed
millraceExtensions({});

export const model: Model = {
  id: 'my/echo',
  name: 'Echo',
  async *stream(): AsyncGenerator<BlockEvent> {
    yield { type: 'message_stop' };
  },
};
export const serve = () => createServer({ store: openMemoryStore(), models: [model], port: 0 });

// The parts of the engine, each by its own address.
export const tree: MarkdownTree = parseMarkdown('a');
export const json: PartialJson = createPartialJson();
export const calls = parseAssistantMessage('a').filter(
  (block): block is ToolUse => block.type === 'tool_use',
);
export const text = (block: TextBlock): string => block.text;
export const steps = (parts: readonly ToolCallPart[]) => groupsOf(parts);
export const decoder = (onEvent: (event: SseEvent) => void) => createSseDecoder({ onEvent });
// @ts-expect-error: an event that is not there
calculateNextState(undefined, { type: 'mesage_start' });

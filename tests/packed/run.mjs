// A program of plain Node with the published packages: a server, its client, and pieces drawn without a page.
import { parseMessage } from '@millrace/engine';
import { buildTimeline, ChatTray, createClient, DocumentView, Timeline } from '@millrace/react';
import { messageDoc, millraceExtensions } from '@millrace/react/tiptap';
import { allTools, builtInModes, createServer, openMemoryStore, openWorkspace } from '@millrace/server';
import { getSchema } from '@tiptap/core';
import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';

const echo = {
  id: 'my/echo',
  name: 'Echo',
  async *stream({ messages }) {
    yield { type: 'message_start', message: { id: 'm', model: 'echo' } };
    yield { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
    const text = `You said: ${messages.at(-1).content[0].text}`;
    yield { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } };
    yield { type: 'message_stop' };
  },
};

const server = await createServer({ store: openMemoryStore(), models: [echo], port: 0 });
const client = createClient({ baseUrl: server.url });
await client.signIn((await server.startLink()).split('#')[1]);
const answer = await new Promise((resolve, reject) => {
  client.askChat(
    { conversation_id: 'c', command_id: 'k', message: 'Hello', isNew: true },
    {
      onRun() {},
      onResync() {},
      onFailed: reject,
      onEvent: (event) => event.type === 'complete' && resolve(event.payload.message),
    },
  );
});
await server.close();

// A side process finds its file, and the files that it needs.
const lists = allTools({ modes: builtInModes }).find(({ name }) => name === 'list_code_definition_names');
const place = { workspace: openWorkspace(process.cwd()), signal: new AbortController().signal };
const { content: defined } = await lists.run({ path: 'defines.ts' }, place);

const groups = buildTimeline([{ type: 'tool-call', toolCallId: '1', toolName: 'look_up', args: {} }]);
const print = (piece) => renderToString(piece).replace(/<[^>]*>/g, ' ');
const steps = print(h(Timeline, { groups }));
const text = print(h(DocumentView, { text: '# Title', messageId: 'm' }));
const tray = print(h(ChatTray));
const { doc } = parseMessage('Hi', { mode: 'read', messageId: 'm' });
const loaded = messageDoc(getSchema(millraceExtensions({ contents: new Map() })).nodeFromJSON(doc));
console.log(JSON.stringify({ answer, steps, text, tray, defined, loaded }));

import { modeList } from '@millrace/engine/run';
import { afterEach, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../../fixtures/running-server.ts';
import { silentModel } from '../../../../fixtures/silent-model.ts';
import { type WholeStore as Store, served } from '../../../../fixtures/whole-store.ts';
import type { NewMessage } from '../store/store.ts';
import { builtInModes } from '../tools/modes/built-in-modes.ts';
import type { Mode } from '../tools/modes/mode.ts';

let server: RunningServer;
let posted: NewMessage[];
afterEach(() => server.close());

async function start(modes: readonly Mode[] = builtInModes): Promise<void> {
  posted = [];
  const noted = (store: Store): Store => ({
    ...store,
    postMessage(message) {
      posted.push(message);
      return store.postMessage(message);
    },
  });
  server = await startServer([silentModel], undefined, (store) => ({
    store: served(noted(store)),
    ...(modes !== builtInModes && { modes }),
  }));
}

const list = async () => modeList.parse(await (await server.api('GET', '/api/modes')).json());

test('H24 the modes are listed without what the model is told, and the first one is the default', async () => {
  await start();
  const { modes, default: first } = await list();
  expect(modes.map(({ slug, name }) => [slug, name])).toEqual([
    ['chat', 'Chat'],
    ['code', 'Code'],
  ]);
  expect(first).toBe('chat');
  expect(JSON.stringify(modes)).not.toContain('instructions');
});

test('H24 a message chooses the mode of its chat, and no mode that is none', async () => {
  const mode = { ...builtInModes[0], slug: 'review', name: 'Review' } as Mode;
  await start([mode]);
  expect(await list()).toMatchObject({ modes: [{ slug: 'review' }], default: 'review' });
  await server.api('POST', '/api/chats', { id: 'chat-1' });
  const send = (command_id: string, more: object) =>
    server.api('POST', '/api/chats/chat-1/messages', { command_id, text: 'Hi', ...more });
  const refused = await send('c1', { mode: 'code' });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toEqual({
    code: 'unknown_mode',
    message: 'There is no mode code. Available modes: review.',
  });
  expect(posted).toEqual([]);
  expect((await send('c2', { mode: 'review' })).status).toBe(200);
  expect(posted).toMatchObject([{ commandId: 'c2', mode: 'review' }]);
});

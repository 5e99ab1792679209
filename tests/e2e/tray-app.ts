import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { openMemoryStore } from '../../fixtures/whole-store.ts';
import type { BlockEvent } from '../../packages/engine/src/message.ts';
import {
  createServer,
  defineAction,
  type Model,
  ModelError,
  type Server,
  suggestActionsTool,
  suggestValuesTool,
  type Tool,
} from '../../packages/server/src/index.ts';
import { root } from '../support/project-files.ts';
import { signedIn } from './app.ts';
import { buildLibraryPage, type LibraryPage } from './library-page.ts';
import { keepPort, ownPort } from './own-port.ts';

/** The model's next move: it says a text, makes a call, waits until the test lets it continue, or fails. */
export type Move =
  | string
  | { readonly name: string; readonly input: Readonly<Record<string, unknown>> }
  | 'WAIT'
  | 'FAIL';

/** A real server with a model that does what the test says, and a page of somebody else's app. */
export interface TrayApp {
  readonly server: Server;
  readonly library: LibraryPage;
  /** Message by message; then "The end." */
  script: readonly (readonly Move[])[];
  /** Lets the model, or the tool `slow`, go on. */
  go: () => void;
  readonly ran: string[];
  /** How often the model was asked. */
  asked: number;
  /** Ends the server and starts another at the same address, which goes on with what was begun. */
  restart(): Promise<void>;
}

export const test = base.extend<{ readonly app: TrayApp; readonly page: Page }>({
  // The page under test is not ours, so our policy for scripts does not hold there.
  bypassCSP: true,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to see what a fixture needs
  app: async ({}, use) => {
    const app = await startTrayApp(await buildLibraryPage('library'));
    await use(app);
    app.go();
    await app.server.close();
  },
  page: ({ page, app }, use) =>
    signedIn(page, { url: app.server.url, link: async () => app.server.startLink() }, async (signed) => {
      await app.library.open(signed);
      await use(signed);
    }),
});

async function startTrayApp(library: LibraryPage): Promise<TrayApp> {
  const store = openMemoryStore();
  const start = (port: number): Promise<Server> =>
    createServer({
      store,
      models: [gatedModel(app)],
      tools: [...littleTools(app), suggestValuesTool(), suggestActionsTool()],
      actions: [
        defineAction({
          name: 'refresh',
          async run() {
            await new Promise<void>((resolve) => {
              app.go = resolve;
            });
            app.ran.push('refresh');
            return 'Refreshed.';
          },
        }),
      ],
      port,
      sole: true,
      web: join(root, 'packages/app/dist/web'),
    });
  let server: Server;
  const app: TrayApp = {
    library,
    script: [],
    asked: 0,
    go: () => {},
    ran: [],
    get server() {
      return server;
    },
    async restart() {
      const { port } = new URL(server.url);
      await server.close();
      server = await start(Number(port));
    },
  };
  server = await start(ownPort());
  keepPort(server.url);
  return app;
}

function gatedModel(app: TrayApp): Model {
  return {
    id: 'test/gated',
    name: 'Gated',
    async *stream(_request, signal) {
      const moves = app.script[app.asked++] ?? ['The end.'];
      yield { type: 'message_start', message: { id: 'm', model: 'test/gated' } } satisfies BlockEvent;
      let index = -1;
      for (const move of moves) {
        if (move === 'WAIT') await gate(app, signal);
        else if (move === 'FAIL')
          throw new ModelError('overloaded', 'The model is overloaded.', { retryable: false });
        else yield* block(move, ++index);
      }
      yield { type: 'message_stop' };
    },
  };
}

function* block(move: Exclude<Move, 'WAIT' | 'FAIL'>, index: number): Generator<BlockEvent> {
  if (typeof move === 'string') {
    yield { type: 'content_block_start', index, content_block: { type: 'text', text: '' } };
    yield { type: 'content_block_delta', index, delta: { type: 'text_delta', text: move } };
  } else {
    const id = `call-${index}`;
    yield { type: 'content_block_start', index, content_block: { type: 'tool_use', id, ...move } };
  }
  yield { type: 'content_block_stop', index };
}

/** Until the test lets it go on, or it is stopped. */
function gate(app: TrayApp, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    app.go = resolve;
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
}

function littleTools(app: TrayApp): Tool[] {
  const plain = { input_schema: { type: 'object' }, effect: 'read', approval: 'allow' } as const;
  return [
    {
      ...{ ...plain, name: 'search_articles', description: 'Searches.' },
      async run({ query }) {
        if (query === 'nothing') throw new Error('Nothing is there.');
        return { content: `Found 5 articles about ${query}.` };
      },
    },
    {
      ...{ ...plain, name: 'slow_search', description: 'Searches for long.' },
      inlineBudgetMs: Number.POSITIVE_INFINITY,
      async run(_input, { progress, signal }) {
        progress({ stage: 'half', message: 'Found 15 articles...', progress: 0.5 });
        await gate(app, signal).catch(() => {});
        return { content: 'Found 30.' };
      },
    },
    {
      ...{ ...plain, name: 'show', description: 'Shows data of the app.' },
      run: async ({ type, data }) => ({
        content: 'The person sees it.',
        custom_payload: { type: String(type), data },
      }),
    },
  ];
}

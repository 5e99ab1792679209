import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { openSqliteStore, type WholeStore as Store } from '../../fixtures/whole-store.ts';
import type { BlockEvent, Citation, StopDetails, StopReason } from '../../packages/engine/src/message.ts';
import {
  askFollowupQuestionTool,
  attemptCompletionTool,
  builtInModes,
  commandTools,
  createSealer,
  createServer,
  defineAction,
  fileTools,
  type Model,
  ModelError,
  type ModelRequest,
  requestMemoriesTool,
  type Server,
  showFileTool,
  suggestActionsTool,
  suggestValuesTool,
  type Tool,
  type ToolInput,
} from '../../packages/server/src/index.ts';
import { root } from '../support/project-files.ts';
import { signedIn } from './app.ts';
import { keepPort, ownPort } from './own-port.ts';

export type Part =
  | string
  | { readonly id: string; readonly name: string; readonly input: ToolInput }
  | { readonly text: string; readonly citations: readonly Citation[] }
  | { readonly thinking: string }
  /** The message stops here until `release`, the end of the server, or a stop of the person. */
  | { readonly hold: true }
  /** The model fails with these words. */
  | { readonly fails: string }
  /** How the message ends. */
  | { readonly stop: StopReason; readonly details?: StopDetails };

/** A real server with the built page, a scripted model and real little tools, in this process. */
export interface AgentApp {
  readonly url: string;
  readonly store: Store;
  /** The folder that tools for files work in. */
  readonly workspace: string;
  /** The words of the model, message by message; then "The end." */
  script: readonly (readonly Part[])[];
  /** The requests to the model, in order. */
  readonly requests: ModelRequest[];
  /** The calls that really ran, in order. */
  readonly ran: { readonly name: string; readonly input: ToolInput }[];
  /** How many tokens the model says that it read; its window has 1,000. */
  tokens: number;
  /** Lets `slow` go on. */
  release: () => void;
  link(): Promise<string>;
  /** Ends the server, lets something happen to the store, and starts another at the same address. */
  restart(meanwhile?: (store: Store) => Promise<void>): Promise<void>;
}

interface Fixtures {
  /** True when the server takes over the runs that another one holds. */
  readonly sole: boolean;
  /** The names of the models; all say the same, and the first is the default. */
  readonly modelNames: readonly string[];
  /** After so many steps a run asks whether to go on; undefined for the limits of the server. */
  readonly steps: number | undefined;
  readonly app: AgentApp;
  readonly page: Page;
}

export const test = base.extend<Fixtures>({
  sole: [true, { option: true }],
  modelNames: [['Script'], { option: true }],
  steps: [undefined, { option: true }],
  app: async ({ sole, modelNames, steps }, use) => {
    const app = await startAgentApp(sole, modelNames, steps);
    await use(app);
    await app.stop();
  },
  page: ({ page, app }, use) => signedIn(page, app, use),
});

async function startAgentApp(
  sole: boolean,
  modelNames: readonly string[],
  steps: number | undefined,
): Promise<AgentApp & { stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-agent-'));
  const open = (): Store =>
    openSqliteStore(join(folder, 'millrace.sqlite'), { sealer: createSealer(new Uint8Array(32)) });
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  const requests: ModelRequest[] = [];
  const ran: { name: string; input: ToolInput }[] = [];
  let store = open();
  let server: Server;

  const start = (port: number): Promise<Server> =>
    createServer({
      store,
      models: modelNames.map((name, place) => scriptedModel(app, name, place)),
      tools: [
        ...littleTools(app),
        ...fileTools(),
        showFileTool(),
        ...commandTools(),
        suggestValuesTool(),
        suggestActionsTool(),
        askFollowupQuestionTool(builtInModes),
        attemptCompletionTool(),
        requestMemoriesTool(store),
      ],
      actions: [
        defineAction({
          name: 'refresh',
          async run() {
            app.ran.push({ name: 'refresh', input: {} });
            return 'Refreshed.';
          },
        }),
      ],
      port,
      workspace,
      sole,
      // Runs that another server holds are left to it for longer than any test.
      ...(!sole && { leaseMs: 600_000 }),
      ...(steps !== undefined && { maxIterations: steps, atStepLimit: 'ask' }),
      web: join(root, 'packages/app/dist/web'),
    });
  const app: AgentApp & { stop(): Promise<void> } = {
    get url() {
      return server.url;
    },
    get store() {
      return store;
    },
    workspace,
    script: [],
    requests,
    ran,
    tokens: 0,
    release: () => {},
    link: () => server.startLink(),
    async restart(meanwhile = async () => {}) {
      const { port } = new URL(server.url);
      await server.close();
      await store.close();
      store = open();
      await meanwhile(store);
      server = await start(Number(port));
    },
    async stop() {
      app.release();
      await server.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  server = await start(ownPort());
  keepPort(server.url);
  return app;
}

function scriptedModel(app: AgentApp, name: string, place: number): Model {
  return {
    id: place === 0 ? 'test/script' : `test/script-${place}`,
    name,
    contextWindow: 1000,
    reads: ['image', 'pdf'],
    async *stream(request, signal) {
      app.requests.push(request);
      const parts = app.script[app.requests.length - 1] ?? ['The end.'];
      if (parts.every(isSaid)) return yield* say(parts, app.tokens);
      const events = [...say(parts.filter(isSaid), app.tokens)];
      // The last part stays open, as one that is still written.
      const held = events.splice(-2);
      yield* events;
      await new Promise<void>((resolve) => {
        app.release = resolve;
        signal.addEventListener('abort', () => resolve());
      });
      signal.throwIfAborted();
      yield* held;
    },
  };
}

type SaidPart = Exclude<Part, { readonly hold: true }>;
const isSaid = (part: Part): part is SaidPart => typeof part === 'string' || !('hold' in part);

/** The events of one message of the model. */
export function* say(parts: readonly Part[], tokens = 0): Generator<BlockEvent> {
  yield { type: 'message_start', message: { id: 'm', model: 'test/script' } };
  const end = parts.find((part) => typeof part === 'object' && 'stop' in part);
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'object' && 'fails' in part)
      throw new ModelError('bad_request', part.fails, { retryable: false });
    if (part === end || !isSaid(part)) continue;
    if (typeof part === 'object' && 'thinking' in part) {
      yield { type: 'content_block_start', index, content_block: { type: 'thinking', ...part } };
    } else if (typeof part === 'string') {
      yield { type: 'content_block_start', index, content_block: { type: 'text', text: '' } };
      yield { type: 'content_block_delta', index, delta: { type: 'text_delta', text: part } };
    } else if ('text' in part) {
      yield { type: 'content_block_start', index, content_block: { type: 'text', text: '' } };
      yield { type: 'content_block_delta', index, delta: { type: 'text_delta', text: part.text } };
      for (const citation of part.citations)
        yield { type: 'content_block_delta', index, delta: { type: 'citations_delta', citation } };
    } else if ('name' in part) {
      const { id, name, input } = part;
      yield { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input } };
    }
    yield { type: 'content_block_stop', index };
  }
  if (tokens > 0 || end !== undefined) {
    const usage = { input_tokens: tokens, output_tokens: 0 };
    const { stop: stop_reason = 'end_turn', details } = end ?? {};
    const delta = { stop_reason, ...(details && { stop_details: details }) };
    yield { type: 'message_delta', delta, ...(tokens > 0 && { usage }) };
  }
  yield { type: 'message_stop' };
}

/** The embed that a search for mills leaves in the answer. */
const SEARCH = {
  app: 'Web',
  skill: 'Search',
  requests: [
    { id: '93a8da', query: 'mills', output: [{ id: '1', title: 'Mills', url: 'https://example.com/' }] },
  ],
};

/** One that posts and asks first, one that looks, two that take as long as the test wants, one of them in the background, one that asks while it runs, and one that has a sub-agent. */
function littleTools(app: AgentApp): Tool[] {
  const input_schema = { type: 'object' };
  return [
    {
      ...{ name: 'post_message', description: 'Posts a message.' },
      input_schema: {
        type: 'object',
        properties: { channel: { type: 'string' }, text: { type: 'string', title: 'Message' } },
        required: ['channel'],
      },
      ...{ effect: 'unsafe', approval: 'ask' },
      title: ({ channel }) => `Post to ${channel}`,
      check: ({ channel }: ToolInput) => (typeof channel === 'string' ? undefined : 'channel must be a text'),
      async run(input) {
        app.ran.push({ name: 'post_message', input });
        return { content: `Posted to ${input['channel']}.` };
      },
    },
    {
      ...{ name: 'look_up', description: 'Looks something up.', input_schema },
      ...{ effect: 'read', approval: 'allow' },
      async run(input) {
        app.ran.push({ name: 'look_up', input });
        if (input['query'] === 'mills') return { content: 'Found it.', embed: SEARCH };
        if (input['query'] === 'nothing') throw new Error('Nothing is there.');
        return { content: `Found ${input['query']}.` };
      },
    },
    {
      ...{ name: 'slow', description: 'Takes its time.', input_schema },
      ...{ effect: 'read', approval: 'allow', inlineBudgetMs: Number.POSITIVE_INFINITY },
      async run(_input, { progress, signal }) {
        progress({ stage: 'half', message: 'Half of it is done', progress: 0.5 });
        await new Promise<void>((resolve) => {
          app.release = resolve;
          signal.addEventListener('abort', () => resolve());
        });
        return { content: 'Done at last.' };
      },
    },
    {
      ...{ name: 'render', description: 'Goes on when it takes long.', input_schema },
      ...{ effect: 'read', approval: 'allow', background: true },
      async run() {
        await new Promise<void>((resolve) => {
          app.release = resolve;
        });
        return { content: 'Rendered.' };
      },
    },
    {
      ...{ name: 'register', description: 'Asks who it is for.', input_schema },
      ...{ effect: 'unsafe', approval: 'allow' },
      async run(_input, { ask }) {
        const name = { type: 'string', description: 'Your full name' };
        const meal = { type: 'string', enum: ['fish', 'beans'], title: 'Meal' };
        const schema = { type: 'object', properties: { name, meal }, required: ['name'] };
        const answer = await ask({ message: 'Who comes to dinner?', schema, defaults: { meal: 'fish' } });
        return { content: JSON.stringify(answer) };
      },
    },
    {
      ...{ name: 'delegate', description: 'Lets a sub-agent do it.', input_schema },
      ...{ effect: 'read', approval: 'allow' },
      title: ({ task }) => `Delegate: ${task}`,
      inlineBudgetMs: Number.POSITIVE_INFINITY,
      run: async ({ task }, { spawn }) => ({ content: await spawn({ message: String(task) }) }),
    },
  ];
}

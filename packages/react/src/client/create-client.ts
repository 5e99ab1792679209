import type { StoredEvent } from '@millrace/engine';
import type {
  ActionAnswer,
  ActionRequest,
  ChatChanges,
  ChatSummary,
  CheckpointList,
  ChooseBranchRequest,
  LinkPreview,
  McpServerChange,
  McpServerInfo,
  McpServerList,
  MemoryList,
  MemoryRequest,
  MessageRecord,
  ModeList,
  ModelList,
  RestoreAnswer,
  RestoreRequest,
  RevertAnswer,
  RevertRequest,
  RuleList,
  SendMessageRequest,
  SentMessage,
  ServerSettings,
  SettingsRequest,
  SignInAnswer,
  UseInstructionsRequest,
  WorkspaceDiff,
  WorkspaceInfo,
} from '@millrace/engine/run';
import { refusal, unreachable } from './api-error.ts';
import { type AskChat, createAskChat } from './ask-chat.ts';
import { createDecide, type Decide } from './create-decide.ts';
import { type FollowOptions, followStream, streamAt } from './follow-stream.ts';
import { keepCookies } from './keep-cookies.ts';
import { type KeyKeeper, keyKeeper, withKey } from './page-key.ts';

type StreamHooks = Pick<FollowOptions, 'onConnection' | 'onRefused'>;

/** All that a page asks of its server. Commands reject with ApiError. */
export interface Client {
  signIn(token: string): Promise<void>;
  signOut(): Promise<void>;
  models(): Promise<ModelList>;
  settings(): Promise<ServerSettings>;
  /** Rejects with the provider's words when it refuses a key; then nothing was kept. */
  changeSettings(request: SettingsRequest): Promise<ServerSettings>;
  /** The MCP servers, as they are now. */
  mcpServers(): Promise<McpServerList>;
  /** Adds or changes one, and waits until it has connected or failed. */
  putMcpServer(name: string, change: McpServerChange): Promise<McpServerList>;
  removeMcpServer(name: string): Promise<McpServerList>;
  checkMcpServer(name: string): Promise<McpServerInfo>;
  createChat(id: string): Promise<void>;
  /** Safe to repeat: the server knows the command by its `command_id`. */
  sendMessage(chatId: string, request: SendMessageRequest): Promise<SentMessage>;
  readMessages(
    chatId: string,
    after: number,
  ): Promise<{ readonly chat: ChatSummary; readonly messages: readonly MessageRecord[] }>;
  /** Names a chat; no model names it again. */
  renameChat(chatId: string, title: string): Promise<void>;
  /** Deletes a chat and everything in it. Rejects while a run of it is open. */
  deleteChat(chatId: string): Promise<void>;
  /** Shows the branch that has a message. Safe to repeat, like `sendMessage`. */
  chooseBranch(chatId: string, request: ChooseBranchRequest): Promise<void>;
  cancelRun(runId: string): Promise<void>;
  /** Undoes one call of a run that has ended, or all. Safe to repeat, like `sendMessage`; 409 `already_reverted` for another's. */
  revert(runId: string, request: RevertRequest): Promise<RevertAnswer>;
  /** A page's description of itself. Rejects when there is no preview of it. */
  preview(url: string): Promise<LinkPreview>;
  /** A picture of another host, by way of the server: the page itself asks no other host. */
  image(url: string): Promise<Blob>;
  /** The states of the workspace that a chat can go back to. */
  listCheckpoints(chatId: string): Promise<CheckpointList>;
  /** The changes since a checkpoint, or since the first one of the chat. */
  diffSince(chatId: string, from?: string): Promise<WorkspaceDiff>;
  /** Goes back, or takes that back. Safe to repeat, like `sendMessage`. */
  restore(chatId: string, request: RestoreRequest): Promise<RestoreAnswer>;
  /** Does what a message offered. Safe to repeat, like `sendMessage`. */
  act(request: ActionRequest): Promise<ActionAnswer>;
  /** The rules that "always allow" has written, and those of other origin. */
  listRules(): Promise<RuleList>;
  deleteRule(id: string): Promise<void>;
  /** The facts that the person wants to be known about them. */
  listMemories(): Promise<MemoryList>;
  putMemory(memory: MemoryRequest): Promise<void>;
  deleteMemory(app: string, name: string): Promise<void>;
  /** The texts that the workspace would give to models, and how commands run. Rejects with 404 where there is no workspace. */
  getWorkspace(): Promise<WorkspaceInfo>;
  /** Lets files of the workspace instruct models, each in the version that was shown. */
  trustInstructions(files: UseInstructionsRequest['files']): Promise<WorkspaceInfo>;
  /** Takes that back for all of them. */
  dropInstructions(): Promise<WorkspaceInfo>;
  listModes(): Promise<ModeList>;
  /** Answers what a run asks. Safe to repeat: see `createDecide`. */
  decide: Decide;
  /** Asks and reads the answer as chat events, across every break of the connection. Returns what ends the reading, not the run. */
  askChat: AskChat;
  /** How the server calls this device, once it has answered anything. */
  device(): string | undefined;
  /** Calls back with each event of a run, from its start; `onResync` means: begin again with an empty state. */
  watchRun(
    runId: string,
    hooks: StreamHooks & { readonly onEvent: (event: StoredEvent) => void; readonly onResync: () => void },
  ): () => void;
  /** Calls back with lines of the chat list: first all, then those that changed. */
  watchChats(
    hooks: StreamHooks & {
      readonly onChats: (changes: ChatChanges) => void;
    },
  ): () => void;
}

/** The options of `createClient`. */
export interface ClientOptions {
  /** The address of the server; without it, the page's own. */
  readonly baseUrl?: string;
  /** Sends the requests instead of the platform's own, for headers, cookies or a transport of yours. */
  readonly fetch?: typeof fetch;
  /** Keeps the page key that signing in gives. Without it: the storage of the page or, in Node, the memory of the client. */
  readonly key?: KeyKeeper;
}

/** A client of a server, in a browser or in a program of Node, where it keeps both halves of its session itself. */
export function createClient(options: ClientOptions = {}): Client {
  const { baseUrl = '', fetch: given, key = keyKeeper(baseUrl) } = options;
  // Looked up per call, so later overrides apply.
  const plain = given ?? keepCookies((address, options) => fetch(address, options));
  const ask = withKey(plain, key);
  let device: string | undefined;
  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await ask(`${baseUrl}${path}`, {
      method,
      cache: 'no-store',
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    }).catch(() => {
      throw unreachable();
    });
    device = response.headers.get('x-millrace-device') ?? device;
    if (!response.ok) throw await refusal(response);
    return response;
  }
  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await send(method, path, body);
    return response.status === 204 ? undefined : response.json();
  }
  const at = (id: string): string => encodeURIComponent(id);

  // The casts name the shapes that the server's routes are typed with.
  return {
    async signIn(token) {
      const answer = (await call('POST', '/api/session', { token })) as SignInAnswer | undefined;
      key.write(answer?.key);
    },
    async signOut() {
      await call('DELETE', '/api/session');
      key.write(undefined);
    },
    models: () => call('GET', '/api/models') as Promise<ModelList>,
    settings: () => call('GET', '/api/settings') as Promise<ServerSettings>,
    changeSettings: (request) => call('PUT', '/api/settings', request) as Promise<ServerSettings>,
    mcpServers: () => call('GET', '/api/mcp') as Promise<McpServerList>,
    putMcpServer: (name, change) => call('PUT', `/api/mcp/${at(name)}`, change) as Promise<McpServerList>,
    removeMcpServer: (name) => call('DELETE', `/api/mcp/${at(name)}`) as Promise<McpServerList>,
    checkMcpServer: (name) => call('POST', `/api/mcp/${at(name)}/check`, {}) as Promise<McpServerInfo>,
    async createChat(id) {
      await call('POST', '/api/chats', { id });
    },
    sendMessage: (chatId, request) =>
      call('POST', `/api/chats/${at(chatId)}/messages`, request) as Promise<SentMessage>,
    readMessages: (chatId, after) =>
      call('GET', `/api/chats/${at(chatId)}/messages?after=${after}`) as ReturnType<Client['readMessages']>,
    async renameChat(chatId, title) {
      await call('PATCH', `/api/chats/${at(chatId)}`, { title });
    },
    async deleteChat(chatId) {
      await call('DELETE', `/api/chats/${at(chatId)}`);
    },
    async chooseBranch(chatId, request) {
      await call('POST', `/api/chats/${at(chatId)}/branch`, request);
    },
    async cancelRun(runId) {
      await call('POST', `/api/runs/${at(runId)}/cancel`, { command_id: crypto.randomUUID() });
    },
    revert: (runId, request) =>
      call('POST', `/api/runs/${at(runId)}/revert`, request) as Promise<RevertAnswer>,
    preview: (url) => call('GET', `/api/preview?url=${at(url)}`) as Promise<LinkPreview>,
    image: async (url) => (await send('GET', `/api/preview/image?url=${at(url)}`)).blob(),
    listCheckpoints: (chatId) =>
      call('GET', `/api/chats/${at(chatId)}/checkpoints`) as Promise<CheckpointList>,
    diffSince: (chatId, from = 'start') =>
      call('GET', `/api/chats/${at(chatId)}/checkpoints/diff?from=${at(from)}`) as Promise<WorkspaceDiff>,
    restore: (chatId, request) =>
      call('POST', `/api/chats/${at(chatId)}/restore`, request) as Promise<RestoreAnswer>,
    act: (request) => call('POST', '/api/actions', request) as Promise<ActionAnswer>,
    listRules: () => call('GET', '/api/rules') as Promise<RuleList>,
    async deleteRule(id) {
      await call('DELETE', `/api/rules?id=${at(id)}`);
    },
    getWorkspace: () => call('GET', '/api/workspace') as Promise<WorkspaceInfo>,
    trustInstructions: (files) =>
      call('POST', '/api/workspace/instructions', {
        files: files.map(({ path, version }) => ({ path, version })),
      }) as Promise<WorkspaceInfo>,
    dropInstructions: () => call('DELETE', '/api/workspace/instructions') as Promise<WorkspaceInfo>,
    listMemories: () => call('GET', '/api/memories') as Promise<MemoryList>,
    async putMemory({ app, name, value }) {
      await call('PUT', '/api/memories', { app, name, value });
    },
    async deleteMemory(app, name) {
      await call('DELETE', `/api/memories?app=${at(app)}&name=${at(name)}`);
    },
    listModes: () => call('GET', '/api/modes') as Promise<ModeList>,
    decide: createDecide((path, body) => call('POST', path, body)),
    askChat: createAskChat(ask, baseUrl),
    device: () => device,
    watchRun: (runId, { onEvent, onResync, ...hooks }) =>
      followStream({
        ...hooks,
        connect: streamAt(ask, `${baseUrl}/api/runs/${at(runId)}/events`),
        onEvent: ({ event, data }) =>
          event === 'resync' ? onResync() : onEvent(JSON.parse(data) as StoredEvent),
      }),
    watchChats: ({ onChats, ...hooks }) =>
      followStream({
        ...hooks,
        connect: streamAt(ask, `${baseUrl}/api/sync`),
        onEvent: ({ data }) => onChats(JSON.parse(data) as ChatChanges),
      }),
  };
}

import type { StoredEvent } from '@millrace/engine';
import type {
  AccountInfo,
  ActionAnswer,
  ActionRequest,
  AnswerSettings,
  AnswerSettingsRequest,
  ApiTokenList,
  CallFiles,
  ChangeChatsRequest,
  ChangedChats,
  ChangePersonRequest,
  ChangeProjectRequest,
  ChatChanges,
  ChatSummary,
  CheckpointList,
  ChooseBranchRequest,
  CommandInfo,
  ContinueRequest,
  DeviceList,
  EditPreview,
  EditPreviewRequest,
  FileCompletions,
  Invited,
  InviteRequest,
  LinkPreview,
  MadeApiToken,
  McpServerChange,
  McpServerInfo,
  McpServerList,
  MemoryList,
  MemoryRequest,
  MessageRecord,
  ModeList,
  ModelList,
  NewApiTokenRequest,
  NewProjectRequest,
  PeopleList,
  Project,
  RestoreAnswer,
  RestoreRequest,
  RevertAnswer,
  RevertRequest,
  RuleList,
  SaveSheetRequest,
  SendMessageRequest,
  SentMessage,
  ServerSettings,
  SettingsRequest,
  SheetVersion,
  SheetVersionInfo,
  SheetVersionList,
  SignInLink,
  UseInstructionsRequest,
  WorkspaceDiff,
  WorkspaceInfo,
} from '@millrace/engine/run';
import { accountCalls } from './account-calls.ts';
import { answeredInTime } from './answered-in-time.ts';
import { ApiError, refusal, unreachable } from './api-error.ts';
import { type AskChat, createAskChat } from './ask-chat.ts';
import { completionCalls } from './completion-calls.ts';
import { createDecide, type Decide } from './create-decide.ts';
import { type CredentialCalls, credentialCalls } from './credential-calls.ts';
import { type FileCalls, fileCalls } from './file-calls.ts';
import { type FollowOptions, followStream, streamAt } from './follow-stream.ts';
import { keepCookies } from './keep-cookies.ts';
import { type KeyKeeper, keyKeeper, withKey } from './page-key.ts';
import { type QueueCalls, queueCalls } from './queue-calls.ts';
import { type VaultCalls, vaultCalls } from './vault-calls.ts';
import { withToken } from './with-token.ts';
import { withUnlock } from './with-unlock.ts';

type StreamHooks = Pick<FollowOptions, 'onConnection' | 'onRefused' | 'hidden'>;

/** The options of `completeFiles`. */
export interface CompleteOptions {
  /** Ends the request, on the server too. */
  readonly signal?: AbortSignal | undefined;
  /** The project whose folder is the workspace. */
  readonly projectId?: string | undefined;
}

/** All that a page asks of its server. Commands reject with ApiError. */
export interface Client extends CredentialCalls, FileCalls, QueueCalls {
  signOut(): Promise<void>;
  /**
   * A link that signs another device in, once, where one can reach the server by https. With `named` it is for this browser at
   * `http://localhost`, where a server of this machine was opened by an IP address.
   */
  signInLink(options?: { readonly named?: boolean }): Promise<SignInLink>;
  models(): Promise<ModelList>;
  settings(): Promise<ServerSettings>;
  /** Rejects with the provider's words when it refuses a key; then nothing was kept. */
  changeSettings(request: SettingsRequest): Promise<ServerSettings>;
  /** The instructions and settings of a chat, or without one of the account. */
  answers(chatId?: string): Promise<AnswerSettings>;
  /** Changes what the request names, from the next message on. */
  changeAnswers(chatId: string | undefined, request: AnswerSettingsRequest): Promise<AnswerSettings>;
  /** The MCP servers, as they are now. */
  mcpServers(): Promise<McpServerList>;
  /** Adds or changes one, and waits until it has connected or failed. */
  putMcpServer(name: string, change: McpServerChange): Promise<McpServerList>;
  removeMcpServer(name: string): Promise<McpServerList>;
  checkMcpServer(name: string): Promise<McpServerInfo>;
  /** Makes a chat, in a project if one is given. One that is there stays as it is. */
  createChat(id: string, projectId?: string): Promise<void>;
  /** Safe to repeat: the server knows the command by its `command_id`. */
  sendMessage(chatId: string, request: SendMessageRequest): Promise<SentMessage>;
  readMessages(
    chatId: string,
    after: number,
  ): Promise<{ readonly chat: ChatSummary; readonly messages: readonly MessageRecord[] }>;
  /** Names a chat; no model names it again. */
  renameChat(chatId: string, title: string): Promise<void>;
  /** The person has read a chat up to the message with this `seq`. */
  markRead(chatId: string, seq: number): Promise<void>;
  /** Deletes a chat and stops its runs. `changeChats` can bring it back for ten minutes. */
  deleteChat(chatId: string): Promise<void>;
  /** Pins, archives, moves or deletes chats, or brings them back. Resolves with those that were there. */
  changeChats(request: ChangeChatsRequest): Promise<ChangedChats>;
  createProject(request: NewProjectRequest): Promise<Project>;
  /** Changes a project, deletes it or brings it back. */
  changeProject(id: string, request: ChangeProjectRequest): Promise<Project>;
  /** Shows the branch that has a message. Safe to repeat, like `sendMessage`. */
  chooseBranch(chatId: string, request: ChooseBranchRequest): Promise<void>;
  /** The versions of the tables of a chat that people have edited. */
  readSheets(chatId: string): Promise<SheetVersionList>;
  readSheet(chatId: string, id: string): Promise<SheetVersion>;
  /** Safe to repeat: the server knows the state by its `step`. */
  saveSheet(chatId: string, id: string, request: SaveSheetRequest): Promise<SheetVersionInfo>;
  cancelRun(runId: string): Promise<void>;
  /** Lets a run go on that has ended, in the same message. Safe to repeat, like `sendMessage`. */
  continueRun(runId: string, request: ContinueRequest): Promise<void>;
  /** Undoes one call of a run that has ended, or all. Safe to repeat, like `sendMessage`; 409 `already_reverted` for another's. */
  revert(runId: string, request: RevertRequest): Promise<RevertAnswer>;
  /** The changes that a waiting call would make with an edited input. */
  previewEdit(runId: string, request: EditPreviewRequest): Promise<EditPreview>;
  /** The files that a call changed, as it found and left them. Rejects with 404 where they were not kept. */
  callFiles(runId: string, toolUseId: string): Promise<CallFiles>;
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
  /** The own account. */
  account(): Promise<AccountInfo>;
  changeName(name: string): Promise<AccountInfo>;
  /** The devices that are signed in to the own account. */
  listDevices(): Promise<DeviceList>;
  signOutDevice(id: string): Promise<void>;
  /** Signs out every device of the account but this one. */
  signOutOthers(): Promise<void>;
  /** The API tokens of the own account. This and the next two need a session. */
  listTokens(): Promise<ApiTokenList>;
  /** Makes an API token. Only this answer has its text. */
  createToken(request: NewApiTokenRequest): Promise<MadeApiToken>;
  revokeToken(id: string): Promise<void>;
  /** Everybody on the server, and open invitations. This and the next four reject with 404 for a member. */
  listPeople(): Promise<PeopleList>;
  changePerson(id: string, change: ChangePersonRequest): Promise<AccountInfo>;
  /** Removes a person with everything that they kept. */
  removePerson(id: string): Promise<void>;
  /** Makes an invitation. Only this answer has the path of its link. */
  invite(request: InviteRequest): Promise<Invited>;
  takeBack(invitation: string): Promise<void>;
  /** The files of the workspace whose paths fit a query, best first. An abort of the signal rejects with its reason. */
  completeFiles(query: string, options?: CompleteOptions): Promise<FileCompletions>;
  /** The slash commands that a message can name, by name. */
  slashCommands(options?: Pick<CompleteOptions, 'projectId'>): Promise<readonly CommandInfo[]>;
  /** Answers what a run asks. Safe to repeat: see `createDecide`. */
  decide: Decide;
  /** Asks and reads the answer as chat events, across every break of the connection. Returns what ends the reading, not the run. */
  askChat: AskChat;
  /** The requests about the keys of the account; `createVault` makes and opens what they carry. */
  readonly vault: VaultCalls;
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
  /** An API token, for a program: then no session is needed, and the token's scopes say what may be asked. */
  readonly token?: string;
  /**
   * Asked when the server wants to know again who is there before it does something. Resolves with true once `confirm` worked: then the
   * request is sent again. Without it such a request rejects with 403 `not_fresh`.
   */
  readonly onNotFresh?: () => Promise<boolean>;
  /**
   * Asked when the server can't read without a key of this device. Resolves with true once it can, as `unlock` of a vault does: then the request
   * is sent again. Without it such a request rejects with 423 `locked`.
   */
  readonly onLocked?: () => Promise<boolean>;
}

/** A client of a server, in a browser or in a program of Node, where it sends a token or keeps both halves of its session itself. */
export function createClient(options: ClientOptions = {}): Client {
  const { baseUrl = '', fetch: given, key = keyKeeper(baseUrl), token, onNotFresh, onLocked } = options;
  // Looked up per call, so later overrides apply.
  const plain: typeof fetch = given ?? ((address, options) => fetch(address, options));
  const signed = token === undefined ? withKey(given ?? keepCookies(plain), key) : withToken(plain, token);
  const ask = onLocked === undefined ? signed : withUnlock(signed, onLocked);
  let device: string | undefined;
  async function send(method: string, path: string, body?: unknown, by = ask): Promise<Response> {
    const answer = () => answered(method, path, body, by);
    return answer().catch(async (error: unknown) => {
      const isStale = error instanceof ApiError && error.code === 'not_fresh';
      if (!isStale || !(await onNotFresh?.())) throw error;
      return answer();
    });
  }
  async function answered(method: string, path: string, body: unknown, by: typeof fetch): Promise<Response> {
    const response = await by(`${baseUrl}${path}`, {
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
  async function call(method: string, path: string, body?: unknown, by = ask): Promise<unknown> {
    const response = await send(method, path, body, by);
    return response.status === 204 ? undefined : response.json();
  }
  // For what the server answers at once, and what the page waits for.
  const soon: typeof fetch = (url, options = {}) => answeredInTime(ask, String(url), options);
  const at = (id: string): string => encodeURIComponent(id);
  // The casts name the shapes that the server's routes are typed with.
  return {
    ...credentialCalls(call, key),
    async signOut() {
      await call('DELETE', '/api/session');
      key.write(undefined);
    },
    signInLink: (options = {}) => call('POST', '/api/session/link', options) as Promise<SignInLink>,
    ...accountCalls(call),
    ...completionCalls(call, ask),
    ...fileCalls(send, ask),
    ...queueCalls(call, soon),
    vault: vaultCalls(call),
    async createChat(id, projectId) {
      await call('POST', '/api/chats', { id, ...(projectId !== undefined && { project_id: projectId }) });
    },
    sendMessage: (chatId, request) =>
      call('POST', `/api/chats/${at(chatId)}/messages`, request, soon) as Promise<SentMessage>,
    readMessages: (chatId, after) =>
      call('GET', `/api/chats/${at(chatId)}/messages?after=${after}`, undefined, soon) as ReturnType<
        Client['readMessages']
      >,
    async renameChat(chatId, title) {
      await call('PATCH', `/api/chats/${at(chatId)}`, { title });
    },
    async markRead(chatId, seq) {
      await call('POST', `/api/chats/${at(chatId)}/read`, { seq });
    },
    async deleteChat(chatId) {
      await call('DELETE', `/api/chats/${at(chatId)}`);
    },
    changeChats: (request) => call('PATCH', '/api/chats', request) as Promise<ChangedChats>,
    createProject: (request) => call('POST', '/api/projects', request) as Promise<Project>,
    changeProject: (id, request) => call('PATCH', `/api/projects/${at(id)}`, request) as Promise<Project>,
    async chooseBranch(chatId, request) {
      await call('POST', `/api/chats/${at(chatId)}/branch`, request);
    },
    async continueRun(runId, request) {
      await call('POST', `/api/runs/${at(runId)}/continue`, request);
    },
    readSheets: (chatId) => call('GET', `/api/chats/${at(chatId)}/sheets`) as Promise<SheetVersionList>,
    readSheet: (chatId, id) =>
      call('GET', `/api/chats/${at(chatId)}/sheets/${at(id)}`) as Promise<SheetVersion>,
    saveSheet: (chatId, id, request) =>
      call('PUT', `/api/chats/${at(chatId)}/sheets/${at(id)}`, request) as Promise<SheetVersionInfo>,
    async cancelRun(runId) {
      await call('POST', `/api/runs/${at(runId)}/cancel`, { command_id: crypto.randomUUID() }, soon);
    },
    revert: (runId, request) =>
      call('POST', `/api/runs/${at(runId)}/revert`, request) as Promise<RevertAnswer>,
    previewEdit: (runId, request) =>
      call('POST', `/api/runs/${at(runId)}/preview`, request) as Promise<EditPreview>,
    callFiles: (runId, toolUseId) =>
      call('GET', `/api/runs/${at(runId)}/calls/${at(toolUseId)}/files`) as Promise<CallFiles>,
    preview: (url) => call('GET', `/api/preview?url=${at(url)}`) as Promise<LinkPreview>,
    image: async (url) => (await send('GET', `/api/preview/image?url=${at(url)}`)).blob(),
    listCheckpoints: (chatId) =>
      call('GET', `/api/chats/${at(chatId)}/checkpoints`) as Promise<CheckpointList>,
    diffSince: (chatId, from = 'start') =>
      call('GET', `/api/chats/${at(chatId)}/checkpoints/diff?from=${at(from)}`) as Promise<WorkspaceDiff>,
    restore: (chatId, request) =>
      call('POST', `/api/chats/${at(chatId)}/restore`, request) as Promise<RestoreAnswer>,
    act: (request) => call('POST', '/api/actions', request) as Promise<ActionAnswer>,
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

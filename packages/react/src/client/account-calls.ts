import type {
  AccountInfo,
  AnswerSettings,
  ApiTokenList,
  DeviceList,
  Invited,
  MadeApiToken,
  McpServerInfo,
  McpServerList,
  MemoryList,
  ModeList,
  ModelList,
  PeopleList,
  RuleList,
  ServerSettings,
  WorkspaceInfo,
} from '@millrace/engine/run';
import type { Client } from './create-client.ts';

/** Sends a request and gives the JSON of its answer. */
type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

type AccountCalls = Pick<
  Client,
  | 'models'
  | 'settings'
  | 'changeSettings'
  | 'answers'
  | 'changeAnswers'
  | 'mcpServers'
  | 'putMcpServer'
  | 'removeMcpServer'
  | 'checkMcpServer'
  | 'listRules'
  | 'deleteRule'
  | 'getWorkspace'
  | 'trustInstructions'
  | 'dropInstructions'
  | 'listMemories'
  | 'putMemory'
  | 'deleteMemory'
  | 'listModes'
  | 'account'
  | 'changeName'
  | 'listDevices'
  | 'signOutDevice'
  | 'signOutOthers'
  | 'listTokens'
  | 'createToken'
  | 'revokeToken'
  | 'listPeople'
  | 'changePerson'
  | 'removePerson'
  | 'invite'
  | 'takeBack'
>;

/** The requests about the person's account, devices, settings, rules, memories, servers and workspace, not about one chat. */
export function accountCalls(call: Call): AccountCalls {
  const at = (id: string): string => encodeURIComponent(id);
  const answersAt = (chatId: string | undefined): string =>
    chatId === undefined ? '/api/account/settings' : `/api/chats/${at(chatId)}/settings`;

  // The casts name the shapes that the server's routes are typed with.
  return {
    models: () => call('GET', '/api/models') as Promise<ModelList>,
    settings: () => call('GET', '/api/settings') as Promise<ServerSettings>,
    changeSettings: (request) => call('PUT', '/api/settings', request) as Promise<ServerSettings>,
    answers: (chatId) => call('GET', answersAt(chatId)) as Promise<AnswerSettings>,
    changeAnswers: (chatId, request) => call('PATCH', answersAt(chatId), request) as Promise<AnswerSettings>,
    mcpServers: () => call('GET', '/api/mcp') as Promise<McpServerList>,
    putMcpServer: (name, change) => call('PUT', `/api/mcp/${at(name)}`, change) as Promise<McpServerList>,
    removeMcpServer: (name) => call('DELETE', `/api/mcp/${at(name)}`) as Promise<McpServerList>,
    checkMcpServer: (name) => call('POST', `/api/mcp/${at(name)}/check`, {}) as Promise<McpServerInfo>,
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
    account: () => call('GET', '/api/account') as Promise<AccountInfo>,
    changeName: (name) => call('PATCH', '/api/account', { name }) as Promise<AccountInfo>,
    listDevices: () => call('GET', '/api/devices') as Promise<DeviceList>,
    async signOutDevice(id) {
      await call('DELETE', `/api/devices/${at(id)}`);
    },
    async signOutOthers() {
      await call('DELETE', '/api/devices');
    },
    listTokens: () => call('GET', '/api/tokens') as Promise<ApiTokenList>,
    createToken: (request) => call('POST', '/api/tokens', request) as Promise<MadeApiToken>,
    async revokeToken(id) {
      await call('DELETE', `/api/tokens/${at(id)}`);
    },
    listPeople: () => call('GET', '/api/people') as Promise<PeopleList>,
    changePerson: (id, change) => call('PATCH', `/api/people/${at(id)}`, change) as Promise<AccountInfo>,
    async removePerson(id) {
      await call('DELETE', `/api/people/${at(id)}`);
    },
    invite: (request) => call('POST', '/api/people/invitations', request) as Promise<Invited>,
    async takeBack(invitation) {
      await call('DELETE', `/api/people/invitations/${at(invitation)}`);
    },
  };
}

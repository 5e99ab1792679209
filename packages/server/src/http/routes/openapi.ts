import {
  accountInfo,
  actionAnswer,
  actionRequest,
  addPasskeyRequest,
  aiSdkChatRequest,
  answerSettings,
  answerSettingsRequest,
  apiProblem,
  apiTokenList,
  callFiles,
  cancelRequest,
  changeAccountRequest,
  changeChatRequest,
  changeChatsRequest,
  changedChats,
  changePasskeyRequest,
  changePersonRequest,
  changeProjectRequest,
  chatChanges,
  chatList,
  chatRequest,
  checkpointList,
  chooseBranchRequest,
  commandList,
  confirmRequest,
  continueRequest,
  createChatRequest,
  credentialList,
  decisionAnswer,
  decisionProblem,
  decisionRequest,
  deviceLink,
  deviceLinkState,
  deviceList,
  editPreview,
  editPreviewRequest,
  fileCompletions,
  fileLimits,
  fileOutline,
  fileProgress,
  fileSheets,
  fromWorkspaceRequest,
  homeKeyRequest,
  invited,
  inviteRequest,
  KEY_HEADER,
  keptMemory,
  linkFacts,
  linkPreview,
  linkTokenRequest,
  madeApiToken,
  makeVaultRequest,
  mcpServerChange,
  mcpServerInfo,
  mcpServerList,
  memoryList,
  memoryRequest,
  messageFile,
  messageList,
  messageQueueList,
  modeList,
  modelList,
  newApiTokenRequest,
  newFileRequest,
  newProjectRequest,
  newRuleRequest,
  passkeyInfo,
  passkeyOptions,
  passphraseRequest,
  peopleList,
  project,
  projectList,
  putCredentialRequest,
  putDeviceRequest,
  putWrappedRequest,
  queuedAnswer,
  queueMessageRequest,
  readChatRequest,
  renameCredentialRequest,
  restoreAnswer,
  restoreRequest,
  revertAnswer,
  revertRequest,
  revoked,
  ruleInfo,
  ruleList,
  saltRequest,
  saveSheetRequest,
  sealChatRequest,
  sendMessageRequest,
  sentMessage,
  serverSettings,
  settingsRequest,
  sheetVersion,
  sheetVersionInfo,
  sheetVersionList,
  signInAnswer,
  signInLink,
  signInLinkRequest,
  signInRequest,
  signInSalt,
  signInWays,
  storedEvent,
  toWorkspaceRequest,
  unlockRequest,
  useInstructionsRequest,
  vaultCredential,
  vaultDevice,
  vaultState,
  waitingMessage,
  workspaceDiff,
  workspaceInfo,
} from '@millrace/engine/run';
import * as z from 'zod/mini';
import { SCOPE_OF } from '../request/scopes.ts';

interface Operation {
  readonly summary: string;
  /** True when it answers without a session. */
  readonly isPublic?: true;
  readonly body?: z.ZodMiniType;
  /** The shape of a JSON answer, or of each event of a stream. Without it the answer has no body. */
  readonly answer?:
    | z.ZodMiniType
    | { readonly stream: z.ZodMiniType }
    | { readonly image: true }
    | { readonly file: true };
  /** True when the body is bytes. */
  readonly bytes?: true;
  /** The shape of a 409, where it tells more than what is wrong. */
  readonly conflict?: z.ZodMiniType;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

const resumes = {
  'last-event-id': 'The id of the last event the reader received; the stream continues after it.',
};
const loose = z.looseObject({ type: z.string() });

/** The purpose of each route. A route that is missing here fails a test. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  'GET /healthz': {
    summary: 'Reports whether the server and its store work.',
    isPublic: true,
    answer: z.object({
      status: z.string(),
      forwarded: z.optional(z.enum(['believed', 'unread', 'untold', 'read', 'direct'])),
    }),
  },
  'GET /api/openapi.json': { summary: 'This description.', answer: z.looseObject({ openapi: z.string() }) },
  'POST /api/session': {
    summary:
      'Exchanges the token of a sign-in link, a passkey, or a sign-in name and the secret of its passphrase for the two halves of a session: a cookie, and a key for the page.',
    isPublic: true,
    body: signInRequest,
    answer: signInAnswer,
  },
  'GET /api/session/ways': {
    summary: 'The ways to sign in that somebody on this server has. Links always work.',
    isPublic: true,
    answer: signInWays,
  },
  'POST /api/session/challenge': {
    summary: 'A challenge for any passkey of this host, once, for five minutes.',
    isPublic: true,
    body: z.strictObject({}),
    answer: passkeyOptions,
  },
  'POST /api/session/salt': {
    summary: 'How the secret of a sign-in name is made. Every name has an answer, also one that nobody has.',
    isPublic: true,
    body: saltRequest,
    answer: signInSalt,
  },
  'POST /api/session/look': {
    summary: 'The account that a link adds a device to. The link stays.',
    isPublic: true,
    body: linkTokenRequest,
    answer: linkFacts,
  },
  'POST /api/session/refuse': {
    summary: 'Ends a link that adds a device, by its token: nobody here asked for it.',
    isPublic: true,
    body: linkTokenRequest,
  },
  'POST /api/session/confirm': {
    summary:
      'Shows again who is there: by passkey, by passphrase, or by a new sign-in link of the same account. Routes that change who may come in need it after 30 minutes.',
    body: confirmRequest,
  },
  'POST /api/session/confirm/challenge': {
    summary: 'A challenge for the passkeys of the own account, once, for five minutes.',
    body: z.strictObject({}),
    answer: passkeyOptions,
  },
  'GET /api/credentials': {
    summary: 'The passkeys and the passphrase of the own account, and the host that new passkeys work at.',
    answer: credentialList,
  },
  'POST /api/credentials/passkeys/challenge': {
    summary: 'The options for a new passkey of the own account, once, for five minutes.',
    body: z.strictObject({}),
    answer: passkeyOptions,
  },
  'POST /api/credentials/passkeys': {
    summary: 'Adds a passkey that a device has made.',
    body: addPasskeyRequest,
    answer: passkeyInfo,
  },
  'PATCH /api/credentials/passkeys/:id': { summary: 'Renames a passkey.', body: changePasskeyRequest },
  'DELETE /api/credentials/passkeys/:id': {
    summary: 'Removes a passkey; its device can no longer sign in with it.',
  },
  'PUT /api/credentials/passphrase': {
    summary: 'Sets or changes the passphrase of the own account and its sign-in name.',
    body: passphraseRequest,
  },
  'DELETE /api/credentials/passphrase': { summary: 'Removes the passphrase of the own account.' },
  'DELETE /api/session': { summary: 'Signs this device out.' },
  'GET /api/account': { summary: 'The account that is signed in.', answer: accountInfo },
  'PATCH /api/account': { summary: 'Changes the own name.', body: changeAccountRequest, answer: accountInfo },
  'GET /api/devices': {
    summary: 'The devices that are signed in to the own account, the one that was here last first.',
    answer: deviceList,
  },
  'DELETE /api/devices': { summary: 'Signs all devices out but the one that asks.' },
  'DELETE /api/devices/:id': { summary: 'Signs a device out; its streams end.' },
  'GET /api/tokens': {
    summary: 'The API tokens of the own account, the newest first, also those that expired lately.',
    answer: apiTokenList,
  },
  'POST /api/tokens': {
    summary: 'Makes an API token. Its text is told once.',
    body: newApiTokenRequest,
    answer: madeApiToken,
  },
  'DELETE /api/tokens/:id': { summary: 'Revokes an API token; its streams end.' },
  'GET /api/vault': {
    summary:
      'Who can open what this account keeps, and whether it is locked for this session. It answers then, too.',
    answer: vaultState,
  },
  'POST /api/vault': {
    summary:
      'Makes the vault of an account, with the key of its first device, where the server keeps no home keys.',
    body: makeVaultRequest,
    answer: vaultState,
  },
  'PUT /api/vault/device': {
    summary:
      'Tells of the key of this browser. With the home key on, and after a fresh sign-in, the vault key is sealed to it at once.',
    body: putDeviceRequest,
    answer: vaultDevice,
  },
  'PUT /api/vault/devices/:id/wrapped': {
    summary: 'Gives a device the vault key, which another one has sealed to it.',
    body: putWrappedRequest,
  },
  'PUT /api/vault/credentials': {
    summary:
      'Adds a recovery code, a passkey or a passphrase that opens the vault. The server sees its public half alone.',
    body: putCredentialRequest,
    answer: vaultCredential,
  },
  'PATCH /api/vault/credentials/:id': {
    summary: 'Renames a device, or something else that opens the vault.',
    body: renameCredentialRequest,
  },
  'DELETE /api/vault/credentials/:id': {
    summary:
      'Revokes a device, or something else that opens the vault. The vault key is replaced, and chats get new keys in the background.',
    answer: revoked,
  },
  'POST /api/vault/unlock': {
    summary: 'Shows the server the vault key, which it keeps in memory while this device is here.',
    body: unlockRequest,
  },
  'POST /api/vault/lock': { summary: 'Lets the server forget the vault key now.', body: z.strictObject({}) },
  'PUT /api/vault/home': {
    summary:
      "Switches the key that the server's computer holds off or on. Off deletes it, and replaces the vault key.",
    body: homeKeyRequest,
    answer: vaultState,
  },
  'PUT /api/vault/chats/:id': {
    summary: 'Chooses whether the runs of a chat wait for a device after a crash, or go on by themselves.',
    body: sealChatRequest,
  },
  'POST /api/vault/links': {
    summary: 'A link that adds a device, once, within ten minutes. It ends the one before.',
    body: z.strictObject({}),
    answer: deviceLink,
  },
  'GET /api/vault/links/:id': {
    summary: 'How far a link is, and the device that came by it.',
    answer: deviceLinkState,
  },
  'POST /api/vault/links/:id/answer': {
    summary: 'Gives the device that came by a link the vault key, sealed to it.',
    body: putWrappedRequest,
  },
  'DELETE /api/vault/links/:id': { summary: 'Ends a link.' },
  'GET /api/people': {
    summary: 'Everybody on this server, and the invitations that nobody has used. For the owner and admins.',
    answer: peopleList,
  },
  'POST /api/people/invitations': {
    summary: 'Invites a person. The path of the link is told once. For the owner and admins.',
    body: inviteRequest,
    answer: invited,
  },
  'DELETE /api/people/invitations/:id': { summary: 'Takes an invitation back. For the owner and admins.' },
  'PATCH /api/people/:id': {
    summary:
      'Changes a role, or suspends a person, whose devices are then signed out. For the owner and admins.',
    body: changePersonRequest,
    answer: accountInfo,
  },
  'DELETE /api/people/:id': {
    summary: 'Removes a person with all that they kept here. For the owner and admins.',
  },
  'POST /api/session/link': {
    summary:
      'A link that signs another device in, once, within ten minutes. Where no other device can reach this server by https, reachable is false and there is none. With named it is for this browser at http://localhost.',
    body: signInLinkRequest,
    answer: signInLink,
  },
  'GET /api/models': { summary: 'The models that can answer.', answer: modelList },
  'GET /api/modes': { summary: 'The modes that a chat can be in.', answer: modeList },
  'GET /api/completions/files': {
    summary:
      'The files of the workspace whose paths fit a query, best first, at most 20; truncated says that the workspace has more files than were looked at.',
    query: {
      query: 'Letters of the path, in their order. Without it, the first files.',
      project_id: 'The project whose folder is the workspace.',
    },
    answer: fileCompletions,
  },
  'GET /api/completions/commands': {
    summary: 'The slash commands that a message can name, by name.',
    query: { project_id: 'The project whose folder is the workspace.' },
    answer: commandList,
  },
  'GET /api/rules': {
    summary: 'The saved rules, each with a description.',
    query: { chat_id: 'Only rules that hold in this chat.' },
    answer: ruleList,
  },
  'POST /api/rules': {
    summary: 'Saves a rule. Saving the same rule again changes nothing.',
    body: newRuleRequest,
    answer: ruleInfo,
  },
  'DELETE /api/rules': {
    summary: 'Takes a rule back.',
    query: { id: 'The id of the rule.' },
    answer: z.object({}),
  },
  'GET /api/memories': {
    summary: 'The memories the person has saved about themselves, by app and name.',
    answer: memoryList,
  },
  'PUT /api/memories': {
    summary: 'Saves a memory and replaces the one with the same app and name.',
    body: memoryRequest,
    answer: keptMemory,
  },
  'DELETE /api/memories': {
    summary: 'Forgets a memory.',
    query: { app: 'The app of the memory.', name: 'Its name.' },
    answer: z.object({}),
  },
  'GET /api/workspace': {
    summary:
      'The workspace files that contain instructions for models, which of them are allowed, and how commands run.',
    answer: workspaceInfo,
  },
  'POST /api/workspace/instructions': {
    summary: 'Allows files to instruct models, each in the version that was shown.',
    body: useInstructionsRequest,
    answer: workspaceInfo,
  },
  'DELETE /api/workspace/instructions': {
    summary: 'Withdraws the permission of all workspace files to instruct models.',
    answer: workspaceInfo,
  },
  'GET /api/preview': {
    summary:
      'The title, description and image of a web page, fetched by the server. Private addresses are refused.',
    query: { url: 'The address of the page. Tracking parameters are removed.' },
    answer: linkPreview,
  },
  'GET /api/preview/image': {
    summary: 'The image of a preview: PNG, JPEG, GIF, WebP or AVIF by its bytes, at most 5 MB.',
    query: { url: 'The address of the image.' },
    answer: { image: true },
  },
  'POST /api/actions': {
    summary:
      'Performs an action that a message offered, then sends a message about it. The same command_id does so only once.',
    body: actionRequest,
    answer: actionAnswer,
  },
  'GET /api/mcp': { summary: 'The MCP servers, their status and their tools.', answer: mcpServerList },
  'PUT /api/mcp/:name': {
    summary:
      'Adds or changes an MCP server and tries to connect to it. Fields that are left out stay unchanged.',
    body: mcpServerChange,
    answer: mcpServerList,
  },
  'DELETE /api/mcp/:name': { summary: 'Stops an MCP server and removes it.', answer: mcpServerList },
  'POST /api/mcp/:name/check': {
    summary: 'Tries to connect to an MCP server now.',
    body: z.strictObject({}),
    answer: mcpServerInfo,
  },
  'GET /api/settings': { summary: 'The model providers and how each is connected.', answer: serverSettings },
  'PUT /api/settings': {
    summary: 'Connects providers, each once it has accepted its key, or disconnects them.',
    body: settingsRequest,
    answer: serverSettings,
  },
  'GET /api/account/settings': {
    summary: "The account's instructions for models, and its default settings of each model.",
    answer: answerSettings,
  },
  'PATCH /api/account/settings': {
    summary: 'Changes them from the next message on. Fields that are left out stay; null resets a setting.',
    body: answerSettingsRequest,
    answer: answerSettings,
  },
  'GET /api/chats/:id/settings': {
    summary: "A chat's own instructions for models, and its settings of each model.",
    answer: answerSettings,
  },
  'PATCH /api/chats/:id/settings': {
    summary: 'Changes them from the next message on. Fields that are left out stay; null resets a setting.',
    body: answerSettingsRequest,
    answer: answerSettings,
  },
  'GET /api/chats': { summary: 'The chats that contain a message, newest first.', answer: chatList },
  'POST /api/chats': {
    summary: 'Creates a chat, in a project if one is named. An existing chat is not changed.',
    body: createChatRequest,
    answer: z.object({ id: z.string() }),
  },
  'GET /api/chats/:id/messages': {
    summary: 'The finished messages of a chat.',
    query: { after: 'Only messages with a higher seq.' },
    answer: messageList,
  },
  'POST /api/chats/:id/messages': {
    summary: 'Sends a message and starts the run that answers it. The same command_id does so only once.',
    body: sendMessageRequest,
    answer: sentMessage,
  },
  'GET /api/chats/:id/queue': {
    summary: 'The messages that wait for the turn before them, in the order in which they are sent.',
    answer: messageQueueList,
  },
  'POST /api/chats/:id/queue': {
    summary:
      'Sends a message when nothing is at work in its chat: now, or when the turns before it have ended. The same command_id does so only once.',
    body: queueMessageRequest,
    answer: queuedAnswer,
  },
  'DELETE /api/chats/:id/queue/:message': {
    summary: 'Takes a message out that waits, and returns it. 404 not_queued for one that was sent.',
    answer: waitingMessage,
  },
  'POST /api/chats/:id/branch': {
    summary:
      'Shows the branch that begins with a message, on every device. The same command_id does so only once.',
    body: chooseBranchRequest,
  },
  'PATCH /api/chats': {
    summary:
      'Pins, archives, moves or deletes several chats at once, or brings deleted ones back. Fields that are left out stay unchanged. Returns the chats that were there.',
    body: changeChatsRequest,
    answer: changedChats,
  },
  'GET /api/chats/:id/sheets': {
    summary:
      'The versions of the tables of a chat that people have edited; the newest of each with its cells.',
    answer: sheetVersionList,
  },
  'GET /api/chats/:id/sheets/:version': {
    summary: 'One version of a table: the cells that differ from the table of the message.',
    answer: sheetVersion,
  },
  'PUT /api/chats/:id/sheets/:version': {
    summary: 'Saves a version of a table. A step that is not newer than the saved one changes nothing.',
    body: saveSheetRequest,
    answer: sheetVersionInfo,
  },
  'GET /api/files': { summary: 'The limits for files, and how much of them is used.', answer: fileLimits },
  'PUT /api/files/:id': {
    summary: 'Begins the upload of a file under an id of the sender, or tells how far it is.',
    body: newFileRequest,
    answer: fileProgress,
  },
  'PUT /api/files/:id/pieces/:index': {
    summary:
      'The next piece of an upload, as bytes: 524,288 but for the last. A piece that is there stays as it is.',
    bytes: true,
    answer: z.object({ pieces: z.number() }),
  },
  'POST /api/files/:id/done': {
    summary: 'Ends an upload. A message can take the file then.',
    body: z.strictObject({}),
    answer: messageFile,
  },
  'GET /api/files/:id': { summary: 'The bytes of a file.', answer: { file: true } },
  'GET /api/files/:id/outline': {
    summary: 'About how many tokens the text of a file has, part by part.',
    answer: fileOutline,
  },
  'GET /api/files/:id/sheets': {
    summary: 'The sheets of a workbook, as tables of what their cells show.',
    answer: fileSheets,
  },
  'POST /api/files/:id/save': {
    summary: 'Saves a file into the workspace, byte for byte.',
    body: toWorkspaceRequest,
  },
  'POST /api/files/:id/attach': {
    summary: 'Makes an upload of a file of the workspace. A message can take it then.',
    body: fromWorkspaceRequest,
    answer: messageFile,
  },
  'DELETE /api/files/:id': { summary: 'Forgets an upload that no message has taken.' },
  'POST /api/chats/:id/read': {
    summary: 'Says how far the person has read, so that no device shows the chat as unread.',
    body: readChatRequest,
  },
  'PATCH /api/chats/:id': {
    summary:
      'Renames, pins, archives, moves or deletes a chat, or brings it back. Models never change a name that a person has set.',
    body: changeChatRequest,
  },
  'DELETE /api/chats/:id': {
    summary:
      'Deletes a chat and stops its runs. It can be brought back for ten minutes; then everything in it is erased.',
  },
  'GET /api/projects': {
    summary: 'The projects: folders of chats with their own instructions, default model and workspace.',
    answer: projectList,
  },
  'POST /api/projects': {
    summary: 'Creates a project. The same id creates it only once.',
    body: newProjectRequest,
    answer: project,
  },
  'PATCH /api/projects/:id': {
    summary:
      'Changes a project, deletes it or brings it back. Fields that are left out stay unchanged. The workspace must be a folder inside the workspace of the server.',
    body: changeProjectRequest,
    answer: project,
  },
  'DELETE /api/projects/:id': {
    summary:
      'Deletes a project; its chats stay and leave it. It can be brought back with its chats for ten minutes.',
  },
  'GET /api/chats/:id/checkpoints': {
    summary: 'The checkpoints of the workspace that the chat can restore, and the disk space they use.',
    answer: checkpointList,
  },
  'GET /api/chats/:id/checkpoints/diff': {
    summary: 'The changes in the workspace between two checkpoints.',
    query: {
      from: "A checkpoint, the run it was saved before, or start for the chat's first checkpoint (the default).",
      to: 'As in from, or now (the default).',
    },
    answer: workspaceDiff,
  },
  'POST /api/chats/:id/restore': {
    summary:
      'Restores the files, the conversation or both to the state before a message. A restore can be undone once. The same command_id does so only once.',
    body: restoreRequest,
    answer: restoreAnswer,
  },
  'GET /api/runs/:id/events': {
    summary: 'A run as a stream of events, from the beginning or from where the reader left off, to its end.',
    query: { format: 'run (the log itself), blocks, chat or ai-sdk.' },
    headers: resumes,
    answer: { stream: storedEvent },
  },
  'POST /api/runs/:id/cancel': {
    summary: 'Stops a run and keeps what has arrived. Asking twice gives the same answer.',
    body: cancelRequest,
    answer: z.object({ status: z.string() }),
  },
  'POST /api/runs/:id/continue': {
    summary:
      'Lets a run go on whose answer was stopped, cut off or broken off, in the same message. Only the last message of a chat can go on.',
    body: continueRequest,
  },
  'POST /api/runs/:id/decisions': {
    summary:
      'Decides an approval of a run, once, for the arguments that the person saw. The same command_id gets the same answer.',
    body: decisionRequest,
    answer: decisionAnswer,
    conflict: decisionProblem,
  },
  'POST /api/runs/:id/preview': {
    summary: 'The changes that a waiting call would make to files with an edited input. Nothing is written.',
    body: editPreviewRequest,
    answer: editPreview,
    conflict: apiProblem,
  },
  'GET /api/runs/:id/calls/:call/files': {
    summary: 'The text files that a call changed, before and after it, whatever became of them since.',
    answer: callFiles,
  },
  'POST /api/runs/:id/revert': {
    summary:
      'Undoes one call of an ended run, or every call that can be undone, newest first. The same command_id gets the same answer.',
    body: revertRequest,
    answer: revertAnswer,
    conflict: apiProblem,
  },
  'GET /api/sync': {
    summary:
      'The list of chats and projects as a stream: first the whole list, then each one that changes and the ids of deleted ones.',
    answer: { stream: chatChanges },
  },
  'POST /api/chat': {
    summary:
      'Sends a message and streams the answer as chat events. The headers name the conversation and the run.',
    body: chatRequest,
    answer: { stream: loose },
  },
  'POST /api/ai-sdk/chat': {
    summary: "Sends a message and streams the answer as the AI SDK's UI message stream.",
    body: aiSdkChatRequest,
    answer: { stream: loose },
  },
  'GET /api/ai-sdk/chat/:id/stream': {
    summary: "Streams a chat's running answer from its beginning; 204 if there is none.",
    answer: { stream: loose },
  },
};

export interface Route {
  readonly method: string;
  readonly path: string;
}

/** Describes the routes that the server really has, as OpenAPI 3.1. */
export function describeApi(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const { method, path } of routes) {
    if (method === 'ALL' || !/^\/(api\/|healthz)/.test(path)) continue;
    const address = path.replace(/:(\w+)/g, '{$1}');
    paths[address] = {
      ...paths[address],
      [method.toLowerCase()]: describe(method, path),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Millrace', version: '0.1.0' },
    paths,
    components: {
      securitySchemes: {
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'millrace_{port}',
          description: 'By https it is called __Host-millrace_{port}.',
        },
        key: { type: 'apiKey', in: 'header', name: KEY_HEADER },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API token. It needs the scope that the operation names; without one it is refused.',
        },
      },
    },
    security: [SESSION],
  };
}

/** Both halves of a session. */
const SESSION = { cookie: [], key: [] };

function describe(method: string, path: string): object {
  const operation: Operation = OPERATIONS[`${method} ${path}`] ?? { summary: '' };
  const scope = SCOPE_OF.get(`${method} ${path}`);
  const { summary, isPublic, body, bytes, answer, conflict, query = {}, headers = {} } = operation;
  const inPath = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => parameter('path', name, '', true));
  const named = (place: string, names: Readonly<Record<string, string>>) =>
    Object.entries(names).map(([name, description]) => parameter(place, name, description, false));
  return {
    summary,
    ...(scope && { security: [SESSION, { token: [scope] }] }),
    ...(isPublic && { security: [] }),
    parameters: [...inPath, ...named('query', query), ...named('header', headers)],
    ...(body && { requestBody: { required: true, content: json(body) } }),
    ...(bytes && {
      requestBody: { required: true, content: { 'application/octet-stream': { schema: BYTES } } },
    }),
    responses: {
      ...(answer
        ? { 200: { description: 'The requested data.', content: content(answer) } }
        : { 204: { description: 'Done.' } }),
      ...(conflict && { 409: { description: 'The conflicting state.', content: json(conflict) } }),
      default: { description: 'The error and how to fix it.', content: json(apiProblem) },
    },
  };
}

function parameter(place: string, name: string, description: string, required: boolean): object {
  return {
    in: place,
    name,
    required,
    schema: { type: 'string' },
    ...(description !== '' && { description }),
  };
}

const BYTES = { type: 'string', format: 'binary' };

function content(answer: NonNullable<Operation['answer']>): object {
  if ('file' in answer) return { 'application/octet-stream': { schema: BYTES } };
  if ('image' in answer) return { 'image/*': { schema: BYTES } };
  return 'stream' in answer ? { 'text/event-stream': { schema: toSchema(answer.stream) } } : json(answer);
}

function json(schema: z.ZodMiniType): object {
  return { 'application/json': { schema: toSchema(schema) } };
}

function toSchema(schema: z.ZodMiniType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}

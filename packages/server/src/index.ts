export { TOKEN_DAYS, TOKEN_SCOPES, type TokenScope } from '@millrace/engine/run';
export type { Bus } from './agent/log/bus.ts';
export type { Observation, Observe } from './agent/log/observation.ts';
export { openPostgresBus, type PostgresBus, type PostgresBusOptions } from './agent/log/postgres-bus.ts';
export { createWorkspaceLock, type WorkspaceLockOptions } from './agent/loop/workspace-lock.ts';
export type { WorkspaceLock } from './agent/plan/turn.ts';
export { CheckpointError, type CheckpointErrorCode } from './checkpoints/checkpoint-error.ts';
export type {
  ChangedFile,
  CheckpointDiff,
  CheckpointInfo,
  Checkpoints,
  DiffFile,
  DiskUse,
  LeftOut,
  LeftOutReason,
  RepositoryLock,
  RestoredFiles,
  SavedCheckpoint,
} from './checkpoints/checkpoints.ts';
export { openCheckpoints } from './checkpoints/open-checkpoints.ts';
export { removeCheckpoints } from './checkpoints/remove-checkpoints.ts';
export type { CheckpointOptions } from './checkpoints/saved-workspace.ts';
export { type AppUser, type AuthenticateUser, accountOfUser } from './http/app-user.ts';
export { createHandler, type Handler, type HandlerOptions } from './http/create-handler.ts';
export { createServer, type Server } from './http/create-server.ts';
export { type IssuedApiToken, issueApiToken } from './http/request/api-tokens.ts';
export { checkDoor, type DoorOptions } from './http/request/door.ts';
export { CLAIMED_ADDRESS } from './http/request/forwarded.ts';
export type { Limits } from './http/request/limits.ts';
export type { RoomOptions, ServerOptions } from './http/server-options.ts';
export { issueInvitation, issueToken } from './http/sign-in/issue-tokens.ts';
export { openSse, type SseStream } from './http/stream/sse-stream.ts';
export type { ImageModel, ImageOptions, ImagePrompt } from './models/adapter/image-model.ts';
export type { ListedModel, ModelListing, Sampling } from './models/adapter/list-models.ts';
export {
  type KeyCheck,
  type Model,
  type ModelBlock,
  ModelError,
  type ModelErrorCode,
  type ModelMessage,
  type ModelRequest,
  type ToolSpec,
} from './models/adapter/model.ts';
export type { ProviderCredentials, ProviderReach } from './models/adapter/provider.ts';
export { type AnthropicOptions, createAnthropicModel } from './models/anthropic/anthropic.ts';
export type { ModelCatalog } from './models/catalog/catalog.ts';
export { reachOf } from './models/catalog/key-address.ts';
export {
  type ChoiceKeeper,
  createProviderCatalog,
  type KeyKeeper,
  type ProviderCatalog,
  type ProviderCatalogOptions,
} from './models/catalog/provider-catalog.ts';
export { PROVIDERS, type ProviderDefinition } from './models/catalog/providers.ts';
export { createDemoModel, type DemoOptions } from './models/demo/demo.ts';
export { createGeminiModel } from './models/gemini/gemini.ts';
export { createGeminiImages } from './models/gemini/gemini-images.ts';
export type { GeminiOptions } from './models/gemini/gemini-request.ts';
export {
  type CompatibleOptions,
  type CompatibleProvider,
  createCompatibleModel,
} from './models/openai/compatible.ts';
export { createOpenAiModel, type OpenAiOptions } from './models/openai/openai.ts';
export { createOpenAiImages } from './models/openai/openai-images.ts';
export type { OpenAiReasoning } from './models/openai/openai-responses.ts';
export { type TextCallsOptions, withTextCalls } from './models/text-calls/text-calls.ts';
export {
  type Account,
  type AccountChange,
  FIRST_ACCOUNT,
  type Invitation,
  type KeptAccount,
  type NewSession,
  type PeopleStore,
  type Role,
  type Session,
  type SessionStore,
  type SignedIn,
} from './store/account.ts';
export { copyPostgresStore } from './store/backup/copy-postgres-store.ts';
export { checkSqliteFile, copySqliteStore } from './store/backup/copy-sqlite-store.ts';
export { fillPostgresStore } from './store/backup/fill-postgres-store.ts';
export type { CapsuleKey, PersonalKeys } from './store/keyring/personal-keys.ts';
export type { ConnectionOptions } from './store/postgres/connection-options.ts';
export { inspectPostgresStore } from './store/postgres/inspect-postgres-store.ts';
export { openPostgresStore, type PostgresOptions } from './store/postgres/open-postgres-store.ts';
export { postgresClock } from './store/postgres/postgres-clock.ts';
export type {
  BeginRestoreResult,
  BeginUndoResult,
  NewRestore,
  NewUndo,
  RestoreOutcome,
  RestoreRow,
  RestoreStore,
} from './store/restore-store.ts';
export type { StoreFacts } from './store/schema/inspect.ts';
export { createSealer, keyIdOf, type Sealer } from './store/seal/sealer.ts';
export { openDataKey, parseDataKey, putKey, readDataKey } from './store/sqlite/data-key.ts';
export { toStoreError } from './store/sqlite/failure.ts';
export { holdFolder } from './store/sqlite/hold-folder.ts';
export { inspectSqliteStore } from './store/sqlite/inspect-sqlite-store.ts';
export { openMemoryStore } from './store/sqlite/open-memory-store.ts';
export { openSqliteStore, type SqliteOptions } from './store/sqlite/open-sqlite-store.ts';
export {
  homeKeyFile,
  personalKeyFiles,
  personalKeyFolder,
  sharedPersonalKeys,
} from './store/sqlite/personal-key-files.ts';
export { makeRootKey, moveDataKey, readRootKey, rootKeyFile, takeRootKey } from './store/sqlite/root-key.ts';
export { upgradeCopies } from './store/sqlite/upgrade-copy.ts';
export type {
  Answer,
  ApprovalRow,
  CancelCommand,
  ChatStore,
  Claim,
  DecideResult,
  Durability,
  EndedRun,
  FollowUp,
  HandedOver,
  KeptMemoryStore,
  Lease,
  NewDecision,
  NewMessage,
  PostResult,
  RulePlace,
  RuleStore,
  RunRow,
  RunStore,
  ServerStore,
  Store,
} from './store/store.ts';
export { FencedError, StoreError, type StoreErrorCode, StoreLostError } from './store/store-error.ts';
export type { ApiToken, NewApiToken, TokenOwner, TokenStore } from './store/token-store.ts';
export { type AllToolsOptions, allTools, type WebAccess } from './tools/all-tools.ts';
export { type BrowserActionOptions, browserActionTool } from './tools/browser/browser-action.ts';
export { findBrowser } from './tools/browser/find-browser.ts';
export { commandTools } from './tools/command/command-tools.ts';
export type { ExecuteCommandOptions } from './tools/command/execute-command.ts';
export { findBubblewrap } from './tools/command/sandbox.ts';
export {
  type Action,
  type ActionContext,
  type ActionDefinition,
  defineAction,
} from './tools/define/define-action.ts';
export { defineTool, type InputSchema, type ToolDefinition } from './tools/define/define-tool.ts';
export { fileInverse } from './tools/define/file-inverse.ts';
export type { JsonSchema } from './tools/define/json-schema-of.ts';
export { type PayloadToolDefinition, payloadTool } from './tools/define/payload-tool.ts';
export type {
  SchemaInput,
  SchemaOutput,
  StandardIssue,
  StandardResult,
  StandardSchema,
} from './tools/define/standard-schema.ts';
export type {
  FormAnswer,
  PreviewContext,
  PreviewedFile,
  RevertContext,
  RunFacts,
  Tool,
  ToolContext,
  ToolEffect,
  ToolForm,
  ToolInput,
  ToolOutcome,
  ToolPreview,
  ToolProgressNote,
  ToolQuestion,
} from './tools/define/tool.ts';
export type { Toolbox, ToolSource } from './tools/define/toolbox.ts';
export { fileTools } from './tools/files/file-tools.ts';
export { saveAttachmentTool } from './tools/files/save-attachment.ts';
export { showFileTool } from './tools/files/show-file.ts';
export { builtInFocuses } from './tools/focus/built-in-focuses.ts';
export type { Focus } from './tools/focus/focus.ts';
export { type LoadedFocuses, loadFocuses } from './tools/focus/load-focuses.ts';
export { setFocusTool } from './tools/focus/set-focus-tool.ts';
export {
  type GenerateImage,
  type GenerateImageOptions,
  generateImageTool,
} from './tools/images/generate-image.ts';
export {
  type FetchInstructionsOptions,
  fetchInstructionsTool,
} from './tools/instructions/fetch-instructions.ts';
export { type RequestMemoriesOptions, requestMemoriesTool } from './tools/instructions/request-memories.ts';
export { type RunSlashCommandOptions, runSlashCommandTool } from './tools/instructions/run-slash-command.ts';
export { createMcp, type Mcp, type McpOptions, type McpRefusal } from './tools/mcp/create-mcp.ts';
export { type McpFile, readMcpFile } from './tools/mcp/mcp-file.ts';
export type { McpSecrets } from './tools/mcp/mcp-secrets.ts';
export { acceptTrusted } from './tools/modes/accept-trusted.ts';
export { builtInModes } from './tools/modes/built-in-modes.ts';
export { type LoadedModes, loadModes } from './tools/modes/load-modes.ts';
export type { Mode } from './tools/modes/mode.ts';
export { switchModeTool } from './tools/modes/switch-mode-tool.ts';
export { findRipgrep } from './tools/search/ripgrep.ts';
export { searchTools } from './tools/search/search-tools.ts';
export { askFollowupQuestionTool } from './tools/task/ask-followup-question.ts';
export { attemptCompletionTool } from './tools/task/attempt-completion-tool.ts';
export { condenseTool } from './tools/task/condense-tool.ts';
export { newTaskTool } from './tools/task/new-task-tool.ts';
export { type ReportBugOptions, reportBugTool } from './tools/task/report-bug.ts';
export { suggestActionsTool, suggestValuesTool } from './tools/task/suggest-tools.ts';
export { type AllowedHosts, allowedHosts } from './tools/web/allowed-hosts.ts';
export type { Resolver } from './tools/web/check-target.ts';
export { FetchRefused, type FetchRefusedCode } from './tools/web/fetch-refused.ts';
export {
  createGuardedFetch,
  type Fetched,
  type FetchLimits,
  type GuardedFetch,
  type GuardOptions,
} from './tools/web/guarded-fetch.ts';
export { createPinnedFetch } from './tools/web/pinned-fetch.ts';
export {
  type BraveOptions,
  braveEngine,
  type SearchEngine,
  type SearchHit,
  searxngEngine,
} from './tools/web/search-engine.ts';
export { webReadTool } from './tools/web/web-read.ts';
export { webSearchTool } from './tools/web/web-search.ts';
export type { FileInverse } from './tools/workspace/file-inverse.ts';
export type { TextForm } from './tools/workspace/text-form.ts';
export {
  type EntryKind,
  openWorkspace,
  type ResolvedPath,
  type TextFile,
  type Workspace,
  type WorkspaceEntry,
  type WorkspaceStat,
  type WriteOptions,
  type WrittenFile,
} from './tools/workspace/workspace.ts';
export { WorkspaceError, type WorkspaceErrorCode } from './tools/workspace/workspace-error.ts';
export { writePrivate } from './write-private.ts';

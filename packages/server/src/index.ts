export type { Bus } from './agent/bus.ts';
export { openPostgresBus, type PostgresBus, type PostgresBusOptions } from './agent/postgres-bus.ts';
export type { WorkspaceLock } from './agent/turn.ts';
export { createWorkspaceLock, type WorkspaceLockOptions } from './agent/workspace-lock.ts';
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
export type { CheckpointOptions } from './checkpoints/place.ts';
export { createServer, type Server, type ServerOptions } from './http/create-server.ts';
export { issueToken } from './http/sessions.ts';
export { openSse, type SseStream } from './http/sse-stream.ts';
export { type AnthropicOptions, createAnthropicModel } from './models/anthropic.ts';
export { catalogOf, type ModelCatalog } from './models/catalog.ts';
export {
  type CompatibleOptions,
  type CompatibleProvider,
  createCompatibleModel,
  listCompatibleModels,
} from './models/compatible.ts';
export { createDemoModel, type DemoOptions } from './models/demo.ts';
export { createGeminiModel } from './models/gemini.ts';
export type { GeminiOptions } from './models/gemini-request.ts';
export type { ListedModel } from './models/list-models.ts';
export {
  type KeyCheck,
  type Model,
  type ModelBlock,
  ModelError,
  type ModelErrorCode,
  type ModelMessage,
  type ModelRequest,
  type ToolSpec,
} from './models/model.ts';
export { createOpenAiModel, type OpenAiOptions, type OpenAiReasoning } from './models/openai.ts';
export {
  createProviderCatalog,
  type KeyKeeper,
  type ProviderCatalog,
  type ProviderCatalogOptions,
} from './models/provider-catalog.ts';
export { type KnownProvider, PROVIDERS, type ProviderAccess } from './models/providers.ts';
export { type TextCallsOptions, withTextCalls } from './models/text-calls.ts';
export { openDataKey, parseDataKey } from './store/data-key.ts';
export { type MemoryOptions, openMemoryStore } from './store/memory/open-memory-store.ts';
export type { ConnectionOptions } from './store/postgres/connection.ts';
export { openPostgresStore, type PostgresOptions } from './store/postgres/open-postgres-store.ts';
export { createSealer, type Sealer } from './store/sealer.ts';
export { toStoreError } from './store/sqlite/failure.ts';
export { holdFolder } from './store/sqlite/hold-folder.ts';
export { openSqliteStore, type SqliteOptions } from './store/sqlite/open-sqlite-store.ts';
export {
  type Answer,
  type ApprovalRow,
  type BeginRestoreResult,
  type BeginUndoResult,
  type CancelCommand,
  type ChatStore,
  type Claim,
  type DecideResult,
  type Durability,
  type EndedRun,
  FencedError,
  type FollowUp,
  type HandedOver,
  type Lease,
  type NewDecision,
  type NewMessage,
  type NewRestore,
  type NewUndo,
  type PostResult,
  type RestoreOutcome,
  type RestoreRow,
  type RestoreStore,
  type RulePlace,
  type RuleStore,
  type RunRow,
  type RunStore,
  type SessionStore,
  type Store,
  StoreError,
  type StoreErrorCode,
  StoreLostError,
} from './store/store.ts';
export { attemptCompletionTool } from './tools/attempt-completion-tool.ts';
export { commandTools } from './tools/command-tools.ts';
export {
  type Action,
  type ActionContext,
  type ActionDefinition,
  defineAction,
} from './tools/define-action.ts';
export { defineTool, type ToolDefinition } from './tools/define-tool.ts';
export type { ExecuteCommandOptions } from './tools/execute-command.ts';
export { fileTools } from './tools/file-tools.ts';
export { builtInModes } from './tools/modes/built-in-modes.ts';
export { type LoadedModes, loadModes } from './tools/modes/load-modes.ts';
export { type Mode, modeAllows } from './tools/modes/mode.ts';
export { type ParsedMode, parseMode } from './tools/modes/parse-mode.ts';
export { switchModeTool } from './tools/modes/switch-mode-tool.ts';
export { newTaskTool } from './tools/new-task-tool.ts';
export { type PayloadToolDefinition, payloadTool } from './tools/payload-tool.ts';
export { searchTools } from './tools/search-tools.ts';
export { suggestActionsTool, suggestValuesTool } from './tools/suggest-tools.ts';
export type {
  Tool,
  ToolContext,
  ToolEffect,
  ToolInput,
  ToolOutcome,
  ToolProgressNote,
  ToolQuestion,
} from './tools/tool.ts';
export type { TextForm } from './tools/workspace/text-form.ts';
export { WorkspaceError, type WorkspaceErrorCode } from './tools/workspace/workspace-error.ts';
export {
  type EntryKind,
  openWorkspace,
  type ResolvedPath,
  type TextFile,
  type Workspace,
  type WorkspaceEntry,
  type WorkspaceStat,
  type WriteOptions,
} from './tools/workspace.ts';

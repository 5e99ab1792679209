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
export { LIMITS, type Limits } from './http/limits.ts';
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
export { createGeminiImages } from './models/gemini-images.ts';
export type { GeminiOptions } from './models/gemini-request.ts';
export type { ImageModel, ImageOptions, ImagePrompt } from './models/image-model.ts';
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
export { createOpenAiImages } from './models/openai-images.ts';
export type { ProviderAccess } from './models/provider.ts';
export {
  type ChoiceKeeper,
  createProviderCatalog,
  type KeyKeeper,
  type ProviderCatalog,
  type ProviderCatalogOptions,
} from './models/provider-catalog.ts';
export { type KnownProvider, PROVIDERS } from './models/providers.ts';
export { type TextCallsOptions, withTextCalls } from './models/text-calls.ts';
export { openDataKey, parseDataKey } from './store/data-key.ts';
export { type MemoryOptions, openMemoryStore } from './store/memory/open-memory-store.ts';
export type { ConnectionOptions } from './store/postgres/connection.ts';
export { openPostgresStore, type PostgresOptions } from './store/postgres/open-postgres-store.ts';
export { writePrivate } from './store/private-file.ts';
export type {
  BeginRestoreResult,
  BeginUndoResult,
  NewRestore,
  NewUndo,
  RestoreOutcome,
  RestoreRow,
  RestoreStore,
} from './store/restore-store.ts';
export { createSealer, type Sealer } from './store/sealer.ts';
export { toStoreError } from './store/sqlite/failure.ts';
export { holdFolder } from './store/sqlite/hold-folder.ts';
export { openSqliteStore, type SqliteOptions } from './store/sqlite/open-sqlite-store.ts';
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
  SessionStore,
  Store,
} from './store/store.ts';
export { FencedError, StoreError, type StoreErrorCode, StoreLostError } from './store/store-error.ts';
export { type AllToolsOptions, allTools, type WebAccess } from './tools/all-tools.ts';
export { askFollowupQuestionTool } from './tools/ask-followup-question.ts';
export { attemptCompletionTool } from './tools/attempt-completion-tool.ts';
export { type BrowserActionOptions, browserActionTool } from './tools/browser-action.ts';
export { commandTools } from './tools/command-tools.ts';
export { condenseTool } from './tools/condense-tool.ts';
export {
  type Action,
  type ActionContext,
  type ActionDefinition,
  defineAction,
} from './tools/define-action.ts';
export { defineTool, type ToolDefinition } from './tools/define-tool.ts';
export type { ExecuteCommandOptions } from './tools/execute-command.ts';
export { type FetchInstructionsOptions, fetchInstructionsTool } from './tools/fetch-instructions.ts';
export { fileTools } from './tools/file-tools.ts';
export { builtInFocuses } from './tools/focus/built-in-focuses.ts';
export type { Focus } from './tools/focus/focus.ts';
export { type LoadedFocuses, loadFocuses } from './tools/focus/load-focuses.ts';
export { type ParsedFocus, parseFocus } from './tools/focus/parse-focus.ts';
export { setFocusTool } from './tools/focus/set-focus-tool.ts';
export { type GenerateImage, type GenerateImageOptions, generateImageTool } from './tools/generate-image.ts';
export { createMcp, type Mcp, type McpOptions, type McpRefusal } from './tools/mcp/create-mcp.ts';
export { acceptTrusted } from './tools/modes/accept-trusted.ts';
export { builtInModes } from './tools/modes/built-in-modes.ts';
export { type LoadedModes, loadModes } from './tools/modes/load-modes.ts';
export { type Mode, modeAllows } from './tools/modes/mode.ts';
export { type ParsedMode, parseMode } from './tools/modes/parse-mode.ts';
export { switchModeTool } from './tools/modes/switch-mode-tool.ts';
export { newTaskTool } from './tools/new-task-tool.ts';
export { type PayloadToolDefinition, payloadTool } from './tools/payload-tool.ts';
export { type RedactOptions, redactSecrets } from './tools/redact-secrets.ts';
export { type ReportBugOptions, reportBugTool } from './tools/report-bug.ts';
export { type RequestMemoriesOptions, requestMemoriesTool } from './tools/request-memories.ts';
export { type RunSlashCommandOptions, runSlashCommandTool } from './tools/run-slash-command.ts';
export { searchTools } from './tools/search-tools.ts';
export { suggestActionsTool, suggestValuesTool } from './tools/suggest-tools.ts';
export type {
  FormAnswer,
  PreviewContext,
  PreviewedFile,
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
} from './tools/tool.ts';
export type { Toolbox, ToolSource } from './tools/toolbox.ts';
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
export { webReadTool } from './tools/web-read.ts';
export { webSearchTool } from './tools/web-search.ts';
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

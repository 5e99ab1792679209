export { argsHash } from './approval/args-hash.ts';
export type { PolicyCall, ToolTargets } from './approval/call-targets.ts';
export {
  checkRepetition,
  type RepeatableCall,
  type Repetition,
  type RepetitionEntry,
  type RepetitionOptions,
} from './approval/check-repetition.ts';
export { decidePolicy, type PolicyDecision, type PolicyOptions } from './approval/decide-policy.ts';
export { describeRule } from './approval/describe-rule.ts';
export { destroys } from './approval/destroys.ts';
export type { FeedbackImage, HitlDecision } from './approval/hitl-decision.ts';
export {
  type InterruptActionRequest,
  type InterruptResult,
  type InterruptReviewConfig,
  isDoomLoopInterrupt,
  isInterruptResult,
} from './approval/interrupt-result.ts';
export { folderOf, looseNames } from './approval/paths.ts';
export type {
  ArgumentPattern,
  KeptRule,
  OfferedRule,
  PolicyRule,
  PolicyScope,
  PolicyVerdict,
} from './approval/policy-rule.ts';
export { type ProposedRule, type RuleBreadth, type RuleOptions, ruleFor } from './approval/rule-for.ts';
export {
  approvalInterrupt,
  type DoomLoop,
  doomLoopInterrupt,
  type InterruptedCall,
  type InterruptOptions,
} from './approval/to-interrupt.ts';
export {
  type AssistantMessageOptions,
  AssistantMessageParser,
  MessageTooLargeError,
} from './calls/assistant-message-parser.ts';
export { builtInTools, type ToolParameters } from './calls/built-in-tools.ts';
export type {
  AssistantMessageContent,
  TextContent,
  ThinkingContent,
  ToolUse,
  ToolUseProblem,
  ToolUseState,
} from './calls/call-blocks.ts';
export type { Dialect } from './calls/dialects.ts';
export { parseAssistantMessage } from './calls/parse-assistant-message.ts';
export { toolDescription } from './calls/tool-description.ts';
export {
  type Content,
  contentGrid,
  contentHash,
  contentText,
  type SheetContent,
} from './content/content.ts';
export {
  ContentError,
  type ContentListener,
  type ContentLoader,
  type ContentStore,
} from './content/content-store.ts';
export { createMemoryStore, type MemoryStoreOptions } from './content/memory-store.ts';
export { contentLoader } from './document/content-loader.ts';
export { docText } from './document/doc-text.ts';
export { type DocElement, type DocNode, docTree } from './document/doc-tree.ts';
export type {
  EmbedKind,
  EmbedNodeAttrs,
  EmbedStatus,
  EmbedType,
  OwnEmbedKinds,
} from './document/embed.ts';
export { type EmbedGroup, groupEmbeds } from './document/group-embeds.ts';
export { detectLanguage } from './document/language/detect-language.ts';
export {
  createMessageParser,
  type MessageOptions,
  type MessageParser,
  type ParsedMessage,
  parseMessage,
} from './document/message-parser.ts';
export type {
  BlockNode,
  EmbedNode,
  HighlightKind,
  InlineNode,
  ItemNode,
  Mark,
  MessageDoc,
} from './document/nodes.ts';
export { createPreviewCache, type PreviewCache } from './document/preview-cache.ts';
export {
  type CodePreview,
  codePreview,
  type DocPreview,
  docPreview,
  type SheetPreview,
  sheetPreview,
} from './document/previews.ts';
export { embedMarkdown } from './document/print/embed-markdown.ts';
export { printBlocks } from './document/print/print-blocks.ts';
export { toMarkdown } from './document/print/to-markdown.ts';
export {
  createPartialJson,
  type PartialJson,
  type PartialJsonArray,
  type PartialJsonObject,
  type PartialJsonProblem,
  type PartialJsonResult,
  type PartialJsonValue,
  parsePartialJson,
} from './json/partial-json.ts';
export {
  createMarkdownParser,
  type MarkdownOptions,
  type MarkdownParser,
  type MarkdownParserOptions,
} from './markdown/markdown-parser.ts';
export { parseMarkdown } from './markdown/parse-markdown.ts';
export { type RenderHtmlOptions, renderHtml } from './markdown/render-html.ts';
export type {
  MarkdownAlign,
  MarkdownBlock,
  MarkdownBlockQuote,
  MarkdownCode,
  MarkdownCodeBlock,
  MarkdownEmphasis,
  MarkdownFootnoteDefinition,
  MarkdownFootnoteReference,
  MarkdownHardBreak,
  MarkdownHeading,
  MarkdownHtmlBlock,
  MarkdownHtmlInline,
  MarkdownImage,
  MarkdownInline,
  MarkdownLink,
  MarkdownLinkDefinition,
  MarkdownList,
  MarkdownListItem,
  MarkdownMathBlock,
  MarkdownMathInline,
  MarkdownParagraph,
  MarkdownSoftBreak,
  MarkdownSpan,
  MarkdownStrikethrough,
  MarkdownStrong,
  MarkdownTable,
  MarkdownTableCell,
  MarkdownTableRow,
  MarkdownText,
  MarkdownThematicBreak,
  MarkdownTree,
} from './markdown/tree.ts';
export { blockEvent } from './message/block-event-schemas.ts';
export {
  type BlockDelta,
  type BlockEvent,
  CONTENT_BLOCK_TYPES,
  DELTA_TYPES,
  type ServerSentEvent,
  SSE_EVENT_TYPES,
  type StartedBlock,
  type StreamError,
  type UsageUpdate,
} from './message/block-events.ts';
export {
  calculateNextState,
  createReconstructorState,
  type ReconstructorState,
} from './message/calculate-next-state.ts';
export { joinDeltas } from './message/join-deltas.ts';
export type {
  ChatMessage,
  Citation,
  ContentBlock,
  MessageError,
  MessageStatus,
  RedactedThinkingBlock,
  ServerToolBlock,
  TextBlock,
  ThinkingBlock,
  TokenUsage,
  ToolResultBlock,
  ToolUseBlock,
} from './message/message.ts';
export {
  createMessageReconstructor,
  type ReconstructorCallbacks,
  type ReconstructorControls,
} from './message/message-reconstructor.ts';
export {
  readStopDetails,
  type StopDetails,
  type StopReason,
  type UnusualStop,
  unusualStop,
} from './message/stop-reason.ts';
export type { AiSdkChunk } from './run/ai-sdk-chunks.ts';
export {
  type ActionAnswer,
  type ActionRequest,
  type AiSdkChatRequest,
  type ApiProblem,
  actionRequest,
  aiSdkChatRequest,
  type CallRecord,
  type ChatChanges,
  type ChatRequest,
  type ChatSummary,
  type ChooseBranchRequest,
  cancelRequest,
  chatRequest,
  chooseBranchRequest,
  createChatRequest,
  type DecisionAnswer,
  type DecisionProblem,
  type DecisionRequest,
  decisionRequest,
  type InstructionInfo,
  type KeptMemory,
  type LinkPreview,
  type MemoryList,
  type MemoryRequest,
  type MessageRecord,
  type ModeInfo,
  type ModeList,
  memoryRequest,
  type NewRuleRequest,
  newRuleRequest,
  type OpenDevice,
  type RecordStatus,
  type RevertAnswer,
  type RevertedCall,
  type RevertOutcome,
  type RevertRequest,
  type RuleInfo,
  type RuleList,
  renameChatRequest,
  revertRequest,
  type SendMessageRequest,
  type SentMessage,
  type SignInAnswer,
  type SpanRecord,
  sendMessageRequest,
  signInRequest,
  type UseInstructionsRequest,
  useInstructionsRequest,
  type WorkspaceInfo,
} from './run/api.ts';
export {
  actionAnswer,
  apiProblem,
  chatChanges,
  chatList,
  checkpointList,
  decisionAnswer,
  decisionProblem,
  keptMemory,
  linkPreview,
  memoryList,
  messageList,
  modeList,
  modelList,
  restoreAnswer,
  revertAnswer,
  ruleInfo,
  ruleList,
  sentMessage,
  serverSettings,
  signInAnswer,
  workspaceDiff,
  workspaceInfo,
} from './run/api-schemas.ts';
export {
  applyRunEvent,
  createRunState,
  type RunSpan,
  type RunState,
  type RunStatus,
  type RunStep,
  type RunThread,
  runBlocks,
  runStop,
  runText,
} from './run/apply-run-event.ts';
export type { RunTool, RunToolStatus } from './run/apply-tool-event.ts';
export type { ChatEvent, ChatResponsePayload, ToolHistoryEntry } from './run/chat-events.ts';
export {
  type ChatCheckpoint,
  type CheckpointList,
  type FileChange,
  type RestoreAnswer,
  type RestoreRequest,
  restoreRequest,
  type WorkspaceDiff,
} from './run/checkpoint-api.ts';
export { toolMarker } from './run/escape-markers.ts';
export { interruptOf } from './run/interrupt-of.ts';
export { KEY_HEADER } from './run/key-header.ts';
export { formatPosition, type LogPosition, parsePosition } from './run/log-position.ts';
export {
  type McpHttpServer,
  type McpServerChange,
  type McpServerConfig,
  type McpServerInfo,
  type McpServerList,
  type McpStdioServer,
  type McpToolInfo,
  mcpHttpServer,
  mcpServerChange,
  mcpServerInfo,
  mcpServerList,
  mcpStdioServer,
} from './run/mcp-api.ts';
export {
  type ModelInfo,
  type ModelList,
  type PromptCard,
  type ProviderInfo,
  type ServerSettings,
  type SettingsRequest,
  settingsRequest,
} from './run/model-api.ts';
export {
  type Payload,
  type PayloadTypes,
  type PresentationCategories,
  payloadOf,
  type SchemaProposal,
  type StreamSuggestions,
} from './run/payloads.ts';
export { printEmbed } from './run/print-embed.ts';
export { storedEvent } from './run/run-event-schemas.ts';
export {
  type ApprovalDecision,
  type ApprovalRequest,
  type CallEmbed,
  type ChangedLines,
  type Checkpoint,
  type CondensedContext,
  type ContextFill,
  type CustomPayload,
  type FormQuestion,
  isRunEnd,
  type NewEvent,
  type ProposedChange,
  type ProposedFile,
  type RepeatedCalls,
  type Revert,
  type RunComplete,
  type RunEnd,
  type RunError,
  type RunEvent,
  type RunStatusEvent,
  type SeenFiles,
  type SpanTask,
  type StepStart,
  type StoredEvent,
  type SuggestedAction,
  type SuggestedValue,
  type Suggestions,
  type ToolComplete,
  type ToolProgress,
} from './run/run-events.ts';
export { type AiSdkStreamOptions, toAiSdkStream } from './run/to-ai-sdk-stream.ts';
export { toBlockEvents } from './run/to-block-events.ts';
export { toChatEvents } from './run/to-chat-events.ts';
export { buildTimeline } from './timeline/build-timeline.ts';
export type {
  MessageContent,
  ReasoningPart,
  ThinkingStep,
  ToolCallPart,
} from './timeline/message-content.ts';
export { subagentTitle } from './timeline/subagent-title.ts';
export type {
  ItemStatus,
  ReasoningItem,
  TimelineGroup,
  TimelineItem,
  ToolCallItem,
} from './timeline/timeline-item.ts';
export { encodeSse, type SseMessage } from './wire/encode-sse.ts';
export { createSseDecoder, type SseDecoder, type SseDecoderOptions } from './wire/sse-decoder.ts';
export type { SseEvent, SseProblem } from './wire/sse-event-reader.ts';

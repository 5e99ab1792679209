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
export type { BlockEvent } from './message/block-events.ts';
export type {
  ChatMessage,
  ContentBlock,
  MessageStatus,
  TextBlock,
  ThinkingBlock,
  TokenUsage,
} from './message/message.ts';
export {
  type ApiProblem,
  type ChatSummary,
  cancelRequest,
  createChatRequest,
  type MessageRecord,
  type ModelInfo,
  type ModelList,
  type PromptCard,
  type RecordStatus,
  type SendMessageRequest,
  type SentMessage,
  sendMessageRequest,
  signInRequest,
} from './run/api.ts';
export {
  applyRunEvent,
  createRunState,
  type RunState,
  type RunStatus,
  type RunStep,
  runText,
} from './run/apply-run-event.ts';
export { formatPosition, type LogPosition, parsePosition } from './run/log-position.ts';
export { isRunEnd, type RunEnd, type RunError, type RunEvent, type StoredEvent } from './run/run-events.ts';
export { encodeSse, type SseMessage } from './wire/encode-sse.ts';
export { createSseDecoder, type SseDecoder, type SseDecoderOptions } from './wire/sse-decoder.ts';
export type { SseEvent, SseProblem } from './wire/sse-event-reader.ts';

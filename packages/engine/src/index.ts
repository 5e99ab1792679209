export { checkRepetition } from './approval/check-repetition.ts';
export { decidePolicy } from './approval/decide-policy.ts';
export type { HitlDecision } from './approval/hitl-decision.ts';
export {
  type InterruptActionRequest,
  type InterruptResult,
  type InterruptReviewConfig,
  isDoomLoopInterrupt,
  isInterruptResult,
} from './approval/interrupt-result.ts';
export type { PolicyRule } from './approval/policy-rule.ts';
export { AssistantMessageParser, MessageTooLargeError } from './calls/assistant-message-parser.ts';
export { builtInTools } from './calls/built-in-tools.ts';
export type { AssistantMessageContent } from './calls/call-blocks.ts';
export { parseAssistantMessage } from './calls/parse-assistant-message.ts';
export { toolDescription } from './calls/tool-description.ts';
export { createMemoryStore } from './content/memory-store.ts';
export type { EmbedNodeAttrs, OwnEmbedKinds } from './document/embed.ts';
export { groupEmbeds } from './document/group-embeds.ts';
export { createMessageParser, parseMessage } from './document/message/message-parser.ts';
export { toMarkdown } from './document/print/to-markdown.ts';
export {
  createPartialJson,
  type PartialJsonArray,
  type PartialJsonObject,
  type PartialJsonValue,
  parsePartialJson,
} from './json/partial-json.ts';
export { createMarkdownParser } from './markdown/markdown-parser.ts';
export { parseMarkdown } from './markdown/parse-markdown.ts';
export { renderHtml } from './markdown/render-html.ts';
export {
  CONTENT_BLOCK_TYPES,
  DELTA_TYPES,
  type ServerSentEvent,
  SSE_EVENT_TYPES,
} from './message/block-events.ts';
export { calculateNextState, type ReconstructorState } from './message/calculate-next-state.ts';
export type { ChatMessage, ContentBlock } from './message/message.ts';
export {
  createMessageReconstructor,
  type ReconstructorCallbacks,
  type ReconstructorControls,
} from './message/message-reconstructor.ts';
export { printRecord } from './record/print-record.ts';
export { readRecord } from './record/read-record.ts';
export { applyRunEvent, createRunState } from './run/apply-run-event.ts';
export { type PayloadTypes, payloadOf } from './run/payloads.ts';
export type { CustomPayload, StoredEvent } from './run/run-events.ts';
export { runText } from './run/run-text.ts';
export { toAiSdkStream } from './run/to-ai-sdk-stream.ts';
export { toBlockEvents } from './run/to-block-events.ts';
export { toChatEvents } from './run/to-chat-events.ts';
export { buildTimeline } from './timeline/build-timeline.ts';
export type { MessageContent, ThinkingStep } from './timeline/message-content.ts';
export type {
  ItemStatus,
  ReasoningItem,
  TimelineGroup,
  TimelineItem,
  ToolCallItem,
} from './timeline/timeline-item.ts';
export { encodeSse } from './wire/encode-sse.ts';
export { createSseDecoder } from './wire/sse-decoder.ts';

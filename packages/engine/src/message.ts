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
export type { CallReason, CallReasonCode } from './message/call-reason.ts';
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

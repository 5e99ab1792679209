export { DoomLoopApprovalToolUI } from './approval/doom-loop-approval.tsx';
export { GenericHitlApprovalToolUI, type HitlToolProps } from './approval/generic-hitl-approval.tsx';
export { HitlContext, type HitlRuntime } from './approval/hitl-runtime.ts';
export type { AnswerView } from './chat/answer-view.ts';
export { type ChatList, type ChatListState, createChatList } from './chat/chat-list.ts';
export { chatMode } from './chat/chat-mode.ts';
export { type ChatState, type ChatView, createChatView, type SendOptions } from './chat/chat-view.ts';
export { ContextNotice } from './chat/context-notice.tsx';
export type { GoBack } from './chat/go-back.tsx';
export type { PayloadComponents } from './chat/payload.tsx';
export type { SuggestionHooks } from './chat/suggestions.tsx';
export { Transcript, type TranscriptProps } from './chat/transcript.tsx';
export { useChatView } from './chat/use-chat-view.ts';
export { onlyWaits, waitingCalls } from './chat/waiting-calls.ts';
export { WentBack, type WentBackProps } from './chat/went-back.tsx';
export { ApiError } from './client/api-error.ts';
export { type Client, createClient } from './client/create-client.ts';
export type { Decide, DecisionResult } from './client/create-decide.ts';
export { Composer, type ComposerProps } from './composer/composer.tsx';
export { LinkPreviews, type LoadPreview } from './document/link-box.tsx';
export { MessageDocument, type MessageDocumentProps } from './document/message-document.tsx';
export { FallbackToolBody } from './timeline/fallback-tool-body.tsx';
export type { TurnStatus } from './timeline/header-line.ts';
export type { DetailsById, StepDetails, StepState } from './timeline/step-details.ts';
export { Timeline, type TimelineProps } from './timeline/timeline.tsx';
export type { TimelineToolComponent, TimelineToolProps } from './timeline/timeline-tool.ts';
export {
  type RevertResult,
  type ToolAction,
  type ToolActions,
  ToolActionsContext,
  useToolAction,
} from './timeline/tool-actions.ts';
export { type ToolShape, type ToolUIProps, type ToolUIs, toolUI } from './timeline/tool-ui.ts';

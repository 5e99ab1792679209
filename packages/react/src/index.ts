export { DoomLoopApprovalToolUI } from './approval/doom-loop-approval.tsx';
export { GenericHitlApprovalToolUI, type HitlToolProps } from './approval/generic-hitl-approval.tsx';
export { HitlContext, type HitlRuntime } from './approval/hitl-runtime.ts';
export { type ChatList, type ChatListState, createChatList } from './chat/chat-list.ts';
export { chatMode } from './chat/chat-mode.ts';
export { type ChatState, type ChatView, createChatView, type SendOptions } from './chat/chat-view.ts';
export { ContextNotice } from './chat/context-notice.tsx';
export type { GoBack } from './chat/go-back.tsx';
export {
  createMessageQueue,
  type MessageQueue,
  type QueuedMessage,
  type QueueState,
} from './chat/message-queue.ts';
export type { PayloadComponents } from './chat/payload.tsx';
export { QueuedMessages, type QueuedMessagesProps } from './chat/queued-messages.tsx';
export type { SuggestionHooks } from './chat/suggestions.tsx';
export { Transcript, type TranscriptProps } from './chat/transcript.tsx';
export type { TurnActions } from './chat/turn-actions.ts';
export { useChatView } from './chat/use-chat-view.ts';
export { onlyWaits, waitingCalls } from './chat/waiting-calls.ts';
export { WentBack, type WentBackProps } from './chat/went-back.tsx';
export { ApiError } from './client/api-error.ts';
export { type Client, createClient } from './client/create-client.ts';
export type { Decide, DecisionResult } from './client/create-decide.ts';
export { Composer, type ComposerProps } from './composer/composer.tsx';
export { LinkPreviews, type LoadPreview } from './document/link-box.tsx';
export { MessageDocument, type MessageDocumentProps } from './document/message-document.tsx';
export type { TimelineToolComponent, TimelineToolProps } from './timeline/timeline-tool.ts';

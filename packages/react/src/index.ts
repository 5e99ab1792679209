export {
  type HitlDecision,
  type InterruptActionRequest,
  type InterruptResult,
  type InterruptReviewConfig,
  isDoomLoopInterrupt,
  isInterruptResult,
} from '@millrace/engine';
export { DoomLoopApprovalToolUI } from './approval/doom-loop-approval.tsx';
export { GenericHitlApprovalToolUI, type HitlToolProps } from './approval/generic-hitl-approval.tsx';
export type { HitlPhase, HitlPhaseEvent } from './approval/hitl-phase.ts';
export { HitlContext, type HitlRuntime } from './approval/hitl-runtime.ts';
export {
  closeHitlEditPanel,
  type ExtraField,
  type HitlEdit,
  openHitlEditPanel,
  useHitlEditPanel,
} from './approval/panel/edit-panel-store.ts';
export { HitlEditPanel, MobileHitlEditPanel } from './approval/panel/hitl-edit-panel.tsx';
export { type HitlDeciding, useHitlDecision } from './approval/use-hitl-decision.ts';
export { useHitlPhase } from './approval/use-hitl-phase.ts';
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
export type { TimelineToolComponent, TimelineToolProps } from './timeline/timeline-tool.ts';

export {
  buildTimeline,
  type EmbedKind,
  type HitlDecision,
  type InterruptActionRequest,
  type InterruptResult,
  type InterruptReviewConfig,
  type ItemStatus,
  isDoomLoopInterrupt,
  isInterruptResult,
  type MessageContent,
  type ReasoningItem,
  type ThinkingStep,
  type TimelineGroup,
  type TimelineItem,
  type ToolCallItem,
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
export type { AnswerView } from './chat/answer-view.ts';
export { type ChatList, type ChatListState, createChatList } from './chat/chat-list.ts';
export { chatMode } from './chat/chat-mode.ts';
export { type ChatState, type ChatView, createChatView, type SendOptions } from './chat/chat-view.ts';
export { ContextNotice } from './chat/context-notice.tsx';
export type { GoBack } from './chat/go-back.tsx';
export { InstructionFiles, type InstructionFilesProps } from './chat/instruction-files.tsx';
export {
  createMessageQueue,
  type MessageQueue,
  type QueuedMessage,
  type QueueState,
} from './chat/message-queue.ts';
export { type PayloadComponents, type PayloadEntry, payloadUI } from './chat/payloads/payload-ui.ts';
export { QueuedMessages, type QueuedMessagesProps } from './chat/queued-messages.tsx';
export type { SuggestionHooks } from './chat/suggestions.tsx';
export { Transcript, type TranscriptProps } from './chat/transcript.tsx';
export { ChatTray, type ChatTrayProps } from './chat/tray/chat-tray.tsx';
export type { GeneralChatOptions, GeneralChatState } from './chat/tray/create-general-chat.ts';
export type { ActiveToolProgress, GeneralChatMessage } from './chat/tray/general-chat-state.ts';
export { ToolCallCard, type ToolCallCardProps } from './chat/tray/tool-call-card.tsx';
export {
  type UseGeneralChat,
  type UseGeneralChatOptions,
  useGeneralChat,
} from './chat/tray/use-general-chat.ts';
export type { TurnActions } from './chat/turn-actions.ts';
export { useChatView } from './chat/use-chat-view.ts';
export { onlyWaits, waitingCalls } from './chat/waiting-calls.ts';
export { WentBack, type WentBackProps } from './chat/went-back.tsx';
export { WorkspaceNotice, type WorkspaceNoticeProps } from './chat/workspace-notice.tsx';
export { ApiError } from './client/api-error.ts';
export { type Client, type ClientOptions, createClient } from './client/create-client.ts';
export type { Decide, DecisionResult } from './client/create-decide.ts';
export { KEY_NAME, type KeyKeeper, keyHeaders } from './client/page-key.ts';
export { Composer, type ComposerProps } from './composer/composer.tsx';
export type { CitedSource } from './document/citations/cited-source.ts';
export {
  type JoinedText,
  joinTextBlocks,
  type TextCitation,
} from './document/citations/join-text-blocks.ts';
export { numberSources } from './document/citations/number-sources.ts';
export { SourceList } from './document/citations/source-list.tsx';
export { copyMarkdown } from './document/copy/copy-markdown.ts';
export { Diagrams } from './document/diagram/diagrams.ts';
export { DocumentView, type DocumentViewProps } from './document/document-view.tsx';
export { AskAbout } from './embeds/ask-about.ts';
export {
  type EmbedComponent,
  type EmbedComponents,
  type EmbedProps,
  EmbedsProvider,
} from './embeds/embed-component.ts';
export { embeds } from './embeds/embeds.ts';
export { FullScreenProvider } from './embeds/full-screen/full-screen-provider.tsx';
export { LinkPreviews, type LoadPreview } from './embeds/link-box.tsx';
export { RemoteImage, type RemoteImageProps } from './embeds/remote-image.tsx';
export { type LoadImage, RemoteImages } from './embeds/use-remote-image.ts';
export { isTouch } from './page/is-touch.ts';
export { bodyTools } from './timeline/body-tools.ts';
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

export {
  buildTimeline,
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
export { askPerson, type PersonQuestion } from '@millrace/engine/approval';
export type { EmbedKind } from '@millrace/engine/document';
export { DoomLoopApprovalToolUI } from './approval/card/doom-loop-approval.tsx';
export { GenericHitlApprovalToolUI, type HitlToolProps } from './approval/card/generic-hitl-approval.tsx';
export { closeOnEscape } from './approval/controls/close-on-escape.ts';
export type { HitlPhase, HitlPhaseEvent } from './approval/decision/hitl-phase.ts';
export { HitlContext, type HitlRuntime } from './approval/decision/hitl-runtime.ts';
export { type HitlDeciding, useHitlDecision } from './approval/decision/use-hitl-decision.ts';
export { useHitlPhase } from './approval/decision/use-hitl-phase.ts';
export {
  closeHitlEditPanel,
  type ExtraField,
  type HitlEdit,
  openHitlEditPanel,
  useHitlEditPanel,
} from './approval/panel/edit-panel-store.ts';
export { HitlEditPanel, MobileHitlEditPanel } from './approval/panel/hitl-edit-panel.tsx';
export { bareRuleWords, type SaidRule } from './approval/shown/rule-words.ts';
export type { AnswerOptions } from './chat/answer/answer-options.ts';
export type { EditFieldProps } from './chat/message/edit-field.ts';
export type { GoBack } from './chat/message/go-back.tsx';
export { WentBack, type WentBackProps } from './chat/message/went-back.tsx';
export { ContextNotice } from './chat/notices/context-notice.tsx';
export { InstructionFiles, type InstructionFilesProps } from './chat/notices/instruction-files.tsx';
export { QueuedMessages, type QueuedMessagesProps } from './chat/notices/queued-messages.tsx';
export { WorkspaceNotice, type WorkspaceNoticeProps } from './chat/notices/workspace-notice.tsx';
export { type PayloadComponents, type PayloadEntry, payloadUI } from './chat/payloads/payload-ui.ts';
export { ToolCallCard, type ToolCallCardProps } from './chat/payloads/tool-call-card.tsx';
export { type ChatList, type ChatListState, createChatList } from './chat/state/chat-list.ts';
export { chatMode } from './chat/state/chat-mode.ts';
export {
  createMessageQueue,
  type MessageQueue,
  type QueueState,
} from './chat/state/message-queue.ts';
export { type ChatState, createOpenChat, type OpenChat, type SendOptions } from './chat/state/open-chat.ts';
export type { QueuedMessage } from './chat/state/queue-outbox.ts';
export type { TurnActions } from './chat/state/turn-actions.ts';
export { useOpenChat } from './chat/state/use-open-chat.ts';
export { onlyWaits, waitingCount } from './chat/state/waiting-calls.ts';
export type { SuggestionHooks } from './chat/transcript/suggestions.tsx';
export { Transcript, type TranscriptProps } from './chat/transcript/transcript.tsx';
export { ChatTray, type ChatTrayProps } from './chat/tray/chat-tray.tsx';
export type { GeneralChatOptions, GeneralChatState } from './chat/tray/create-general-chat.ts';
export type { ActiveToolProgress, GeneralChatMessage } from './chat/tray/general-chat-state.ts';
export {
  type UseGeneralChat,
  type UseGeneralChatOptions,
  useGeneralChat,
} from './chat/tray/use-general-chat.ts';
export { ApiError } from './client/api-error.ts';
export {
  type Client,
  type ClientOptions,
  type CompleteOptions,
  createClient,
} from './client/create-client.ts';
export type { Decide, DecisionResult } from './client/create-decide.ts';
export type { CredentialCalls } from './client/credential-calls.ts';
export type { FileCalls, UploadOptions } from './client/file-calls.ts';
export type { HiddenStream } from './client/follow-stream.ts';
export { KEY_NAME, type KeyKeeper, keyHeaders } from './client/page-key.ts';
export { sentFileOf } from './client/sent-file.ts';
export { Composer, type ComposerProps, ModelOptions, type ModelOptionsProps } from './composer/composer.tsx';
export { MessageField, type MessageFieldProps } from './composer/editor/message-field.tsx';
export type { FileChipsProps } from './composer/files/file-chips.tsx';
export {
  createFileShelf,
  type FileKeeper,
  type FileRefusal,
  type FileShelf,
  type KeptFile,
  type ShelfParts,
  type ShelfState,
  type ShelvedFile,
} from './composer/files/file-shelf.ts';
export { type PreparedPicture, preparePicture } from './composer/files/prepare-picture.ts';
export { useDrop } from './composer/files/use-drop.ts';
export type { CitedSource } from './document/citations/cited-source.ts';
export {
  type JoinedText,
  joinTextBlocks,
  type TextCitation,
} from './document/citations/join-text-blocks.ts';
export { copyMarkdown } from './document/copy/copy-markdown.ts';
export { Diagrams } from './document/diagram/diagrams.ts';
export { DocumentView, type DocumentViewProps } from './document/document-view.tsx';
export { embeds } from './embeds/box/embeds.ts';
export { LinkPreviews, type LoadPreview } from './embeds/box/link-box.tsx';
export { type LoadImage, RemoteImages } from './embeds/box/use-remote-image.ts';
export {
  type EmbedComponent,
  type EmbedComponents,
  type EmbedProps,
  EmbedsProvider,
} from './embeds/embed-component.ts';
export { FullScreenProvider } from './embeds/full-screen/full-screen-provider.tsx';
export { type PdfPages, type PdfPlace, PdfProvider } from './files/pdf-pages.ts';
export { type EnterKey, EnterKeyContext, sendKeys } from './page/enter-key.ts';
export { isTouch } from './page/is-touch.ts';
export { isMac } from './page/mac-keys.ts';
export type { MessageFieldHandle } from './page/message-field-handle.ts';
export { saveFile } from './page/save-file.ts';
export {
  ariaKeys,
  isShortcut,
  type KeyNames,
  type PressedKeys,
  SHORTCUTS,
  type Shortcut,
  type ShortcutName,
  shortcutKeys,
} from './page/shortcuts.ts';
export type { TurnStatus } from './timeline/header-line.ts';
export { timelineTools } from './timeline/own/timeline-tools.ts';
export type { DetailsById, StepDetails, StepState } from './timeline/step/step-details.ts';
export { Timeline, type TimelineProps } from './timeline/timeline.tsx';
export { bodyTools } from './timeline/tool/body-tools.ts';
export { FallbackToolBody } from './timeline/tool/fallback-tool-body.tsx';
export type { TimelineToolComponent, TimelineToolProps } from './timeline/tool/timeline-tool.ts';
export {
  type RevertResult,
  type ToolActions,
  ToolActionsContext,
} from './timeline/tool/tool-actions.ts';
export {
  type ToolShape,
  type ToolUIProps,
  type ToolUIs,
  toolUI,
  whenOpened,
} from './timeline/tool/tool-ui.ts';
export { type Format, formatOf, type PluralForms } from './words/format.ts';
export { problemOf } from './words/problem-of.ts';
export type { SomeWords } from './words/replace-words.ts';
export { englishWords } from './words/strings.ts';
export { useWords, type Words, WordsProvider, type WordsProviderProps } from './words/words-context.ts';

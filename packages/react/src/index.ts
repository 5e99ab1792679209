export { DoomLoopApprovalToolUI } from './approval/doom-loop-approval.tsx';
export { GenericHitlApprovalToolUI, type HitlToolProps } from './approval/generic-hitl-approval.tsx';
export { HitlContext, type HitlRuntime } from './approval/hitl-runtime.ts';
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
export {
  type EmbedComponent,
  type EmbedComponents,
  type EmbedKind,
  type EmbedProps,
  EmbedsProvider,
} from './embeds/embed-component.ts';
export { embeds } from './embeds/embeds.ts';
export { LinkPreviews, type LoadPreview } from './embeds/link-box.tsx';
export { ImageUrls, RemoteImage, type RemoteImageProps } from './embeds/remote-image.tsx';
export type { TimelineToolComponent, TimelineToolProps } from './timeline/timeline-tool.ts';

export { type ChatList, type ChatListState, createChatList } from './chat/chat-list.ts';
export { type ChatState, type ChatView, createChatView } from './chat/chat-view.ts';
export { Transcript } from './chat/transcript.tsx';
export { useChatView } from './chat/use-chat-view.ts';
export { ApiError } from './client/api-error.ts';
export { type Client, createClient } from './client/create-client.ts';
export { Composer, type ComposerProps } from './composer/composer.tsx';
export { MessageDocument, type MessageDocumentProps } from './document/message-document.tsx';

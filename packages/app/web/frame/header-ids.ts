/** The title of a chat in the header, which is pressed to rename it. */
export const CHAT_NAME = 'chat-name';

/** The button in the header that opens the menu of the chat. */
export const CHAT_MENU = 'chat-menu';

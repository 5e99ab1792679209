/** The promises about who can read chats, in the words of the page, README and SECURITY. */
export const PROMISE = {
  home: 'This computer holds a key to your chats. Whoever has only the data folder or the database reads nothing; whoever controls this computer reads everything.',
  devices:
    'The server reads a chat only while it works on it for you. Whoever runs the server could change that code.',
} as const;

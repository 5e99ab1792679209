/** Code that only a chat with messages needs, in a file of its own. */
export { Transcript } from '@millrace/react';

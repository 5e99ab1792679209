import type { MessageFile, SentFile } from '@millrace/engine/run';

/** A file as a message takes it, with what the person says of it. Pure. */
export const sentFileOf = ({ id, alt, text }: MessageFile): SentFile => ({
  id,
  ...(alt !== undefined && { alt }),
  ...(text !== undefined && { text }),
});

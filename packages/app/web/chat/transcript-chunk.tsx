import { Transcript, type TranscriptProps, timelineTools } from '@millrace/react';

/** The messages of a chat, with the components of our own tools: what only a chat with messages needs, in a file of its own. */
export function ToolTranscript(props: TranscriptProps) {
  return <Transcript tools={timelineTools} {...props} />;
}

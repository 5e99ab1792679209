import {
  type AssistantMessageOptions,
  AssistantMessageParser,
  MessageTooLargeError,
} from './assistant-message-parser.ts';
import type { AssistantMessageContent } from './call-blocks.ts';

/** The blocks of a whole message. Never throws on a text: one that is too large gives the blocks up to the limit. */
export function parseAssistantMessage(
  text: string,
  options?: AssistantMessageOptions,
): AssistantMessageContent[] {
  const parser = new AssistantMessageParser(options);
  try {
    parser.processChunk(text);
  } catch (error) {
    if (!(error instanceof MessageTooLargeError)) throw error;
  }
  return parser.finalizeContentBlocks();
}

import type { ToolResultBlock } from '@millrace/engine';

/**
 * Whether a call was not run because the person wrote a message instead of deciding. Its result is all that a chat keeps of
 * it, in the words of the server. Pure.
 */
export function isOvertaken(result: ToolResultBlock | undefined): boolean {
  const { content, is_error } = result ?? {};
  return is_error === true && typeof content === 'string' && content.startsWith(WORDS);
}

const WORDS = 'The person wrote a message instead of deciding';

import type { ToolResultBlock, ToolUseBlock } from '@millrace/engine';
import type { Words } from '../../words/words-context.ts';

// All that a chat keeps of the end of a command are these words of its result.
const ENDED = /^The command ended with exit code (\d+)\./;

/** With which exit code a command ended, unless it is 0. It is no failure of the call: the model is told, too. Pure. */
export function exitNote(
  strings: Words,
  { name }: Pick<ToolUseBlock, 'name'>,
  result: Pick<ToolResultBlock, 'content'> | undefined,
): string | undefined {
  const content = result?.content;
  if (name !== 'execute_command' || typeof content !== 'string') return undefined;
  const code = Number(ENDED.exec(content)?.[1] ?? 0);
  return code === 0 ? undefined : strings.exitCode(code);
}

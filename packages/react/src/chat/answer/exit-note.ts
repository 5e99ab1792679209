import type { ToolResultBlock } from '@millrace/engine/message';
import type { Words } from '../../words/words-context.ts';

/** The exit code with which a command ended, unless it is 0. It is not a failure of the call: the model reads the code, too. Pure. */
export function exitNote(
  strings: Words,
  result: Pick<ToolResultBlock, 'exit_code'> | undefined,
): string | undefined {
  const { exit_code = 0 } = result ?? {};
  return exit_code === 0 ? undefined : strings.exitCode(exit_code);
}

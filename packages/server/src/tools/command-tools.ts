import { createExecuteCommand, type ExecuteCommandOptions } from './execute-command.ts';
import type { Tool } from './tool.ts';

/** The tools that run commands. */
export function commandTools(options?: ExecuteCommandOptions): readonly Tool[] {
  return [createExecuteCommand(options)];
}

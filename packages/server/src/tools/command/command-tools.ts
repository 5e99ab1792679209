import type { Tool } from '../define/tool.ts';
import { createExecuteCommand, type ExecuteCommandOptions } from './execute-command.ts';

/** The tools that run commands. */
export function commandTools(options?: ExecuteCommandOptions): readonly Tool[] {
  return [createExecuteCommand(options)];
}

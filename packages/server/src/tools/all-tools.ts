import { askFollowupQuestionTool } from './ask-followup-question.ts';
import { attemptCompletionTool } from './attempt-completion-tool.ts';
import { commandTools } from './command-tools.ts';
import { condenseTool } from './condense-tool.ts';
import type { Action } from './define-action.ts';
import type { ExecuteCommandOptions } from './execute-command.ts';
import { fetchInstructionsTool } from './fetch-instructions.ts';
import { fileTools } from './file-tools.ts';
import { type GenerateImage, generateImageTool } from './generate-image.ts';
import type { Mode } from './modes/mode.ts';
import { switchModeTool } from './modes/switch-mode-tool.ts';
import { newTaskTool } from './new-task-tool.ts';
import { reportBugTool } from './report-bug.ts';
import { runSlashCommandTool } from './run-slash-command.ts';
import { searchTools } from './search-tools.ts';
import { suggestActionsTool, suggestValuesTool } from './suggest-tools.ts';
import type { Tool } from './tool.ts';

export interface AllToolsOptions {
  readonly modes: readonly Mode[];
  /** The folder of the server's owner: commands, instructions, reports of bugs. Without it no bugs are reported. */
  readonly data?: string | undefined;
  /** The version that a report of a bug names. */
  readonly version?: string | undefined;
  readonly command?: ExecuteCommandOptions | undefined;
  /** What the server does when a button is pressed. Without it no buttons are offered. */
  readonly actions?: readonly Action[] | undefined;
  /** Who makes pictures now. Without it none are made. */
  readonly images?: (() => GenerateImage | undefined) | undefined;
}

/** Every built-in tool that these options allow, in the order in which models are told of them. */
export function allTools(options: AllToolsOptions): readonly Tool[] {
  const { modes, data, version = 'unknown', command, actions, images } = options;
  return [
    ...fileTools(),
    ...searchTools(),
    ...commandTools(command),
    ...(images === undefined ? [] : [generateImageTool({ find: images })]),
    askFollowupQuestionTool(modes),
    attemptCompletionTool(),
    suggestValuesTool(),
    ...(actions === undefined ? [] : [suggestActionsTool(actions)]),
    switchModeTool(modes),
    newTaskTool(modes),
    condenseTool(),
    fetchInstructionsTool({ data }),
    runSlashCommandTool({ data }),
    ...(data === undefined ? [] : [reportBugTool({ data, version })]),
  ];
}

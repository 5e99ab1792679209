import { type BrowserActionOptions, browserActionTool } from './browser/browser-action.ts';
import { commandTools } from './command/command-tools.ts';
import type { ExecuteCommandOptions } from './command/execute-command.ts';
import type { Action } from './define/define-action.ts';
import type { Tool } from './define/tool.ts';
import { fileTools } from './files/file-tools.ts';
import { saveAttachmentTool } from './files/save-attachment.ts';
import { showFileTool } from './files/show-file.ts';
import type { Focus } from './focus/focus.ts';
import { setFocusTool } from './focus/set-focus-tool.ts';
import { type GenerateImage, generateImageTool } from './images/generate-image.ts';
import { fetchInstructionsTool } from './instructions/fetch-instructions.ts';
import { type RequestMemoriesOptions, requestMemoriesTool } from './instructions/request-memories.ts';
import { runSlashCommandTool } from './instructions/run-slash-command.ts';
import type { Mode } from './modes/mode.ts';
import { switchModeTool } from './modes/switch-mode-tool.ts';
import { searchTools } from './search/search-tools.ts';
import { askFollowupQuestionTool } from './task/ask-followup-question.ts';
import { attemptCompletionTool } from './task/attempt-completion-tool.ts';
import { condenseTool } from './task/condense-tool.ts';
import { newTaskTool } from './task/new-task-tool.ts';
import { reportBugTool } from './task/report-bug.ts';
import { suggestActionsTool, suggestValuesTool } from './task/suggest-tools.ts';
import type { GuardedFetch } from './web/guarded-fetch.ts';
import type { SearchEngine } from './web/search-engine.ts';
import { webReadTool } from './web/web-read.ts';
import { webSearchTool } from './web/web-search.ts';

/** The options of `allTools`. */
export interface AllToolsOptions {
  readonly modes: readonly Mode[];
  /** The folder of the server's owner: commands, instructions, reports of bugs. Without it no bugs are reported. */
  readonly data?: string | undefined;
  /** The version that a report of a bug names. */
  readonly version?: string | undefined;
  readonly command?: ExecuteCommandOptions | undefined;
  /** The server's actions for pressed buttons. Without them no buttons are offered. */
  readonly actions?: readonly Action[] | undefined;
  /** The provider that makes pictures now. Without it none are made. */
  readonly images?: (() => GenerateImage | undefined) | undefined;
  /** How the web is reached. Without it it is not. */
  readonly web?: WebAccess | undefined;
  readonly focuses?: readonly Focus[] | undefined;
  /** The facts that may be known about the person. Without them nobody asks. */
  readonly memories?: RequestMemoriesOptions | undefined;
}

/** The way of tools to the web. */
export interface WebAccess {
  readonly fetch: GuardedFetch;
  /** Without it a search says how to get one. */
  readonly engine?: SearchEngine | undefined;
  readonly browser?: BrowserActionOptions | undefined;
}

/** Every built-in tool that these options allow, in the order in which models see them. */
export function allTools(options: AllToolsOptions): readonly Tool[] {
  const { modes, data, version = 'unknown', command, actions, images, web, focuses, memories } = options;
  return [
    ...fileTools(),
    saveAttachmentTool(),
    showFileTool(),
    ...searchTools(),
    ...commandTools({ ...command, hide: [...(command?.hide ?? []), ...(data === undefined ? [] : [data])] }),
    ...(images === undefined ? [] : [generateImageTool({ find: images })]),
    ...(web === undefined
      ? []
      : [webSearchTool(web.engine), webReadTool(web.fetch), browserActionTool(web.browser)]),
    askFollowupQuestionTool(modes),
    attemptCompletionTool(),
    suggestValuesTool(),
    ...(actions === undefined ? [] : [suggestActionsTool(actions)]),
    switchModeTool(modes),
    newTaskTool(modes),
    ...(focuses === undefined ? [] : [setFocusTool(focuses)]),
    ...(memories === undefined ? [] : [requestMemoriesTool(memories)]),
    condenseTool(),
    fetchInstructionsTool({ data }),
    runSlashCommandTool({ data }),
    ...(data === undefined ? [] : [reportBugTool({ data, version })]),
  ];
}

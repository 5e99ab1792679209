import type { Tool } from '../define/tool.ts';
import { applyDiffTool } from './apply-diff.ts';
import { editFileTool } from './edit-file.ts';
import { insertContentTool } from './insert-content.ts';
import { newRuleTool } from './new-rule.ts';
import { readFileTool } from './read-file.ts';
import { searchAndReplaceTool } from './search-and-replace.ts';
import { updateTodoListTool } from './update-todo-list.ts';
import { writeToFileTool } from './write-to-file.ts';

/** The tools that read and change the files of the workspace, and the list of steps. */
export function fileTools(): readonly Tool[] {
  return [
    readFileTool(),
    writeToFileTool(),
    applyDiffTool(),
    editFileTool(),
    insertContentTool(),
    searchAndReplaceTool(),
    newRuleTool(),
    updateTodoListTool(),
  ];
}

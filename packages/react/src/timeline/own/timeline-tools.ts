import { ChangeBody } from '../change/change-body.tsx';
import { toolUI, whenOpened } from '../tool/tool-ui.ts';
import { CommandOutput } from './command-output.tsx';
import { TodoList } from './todo-list.tsx';
import { WritingEdit } from './writing-edit.tsx';

/** The tools of a Millrace server that have their own component, with the arguments that it takes. */
export interface OwnTools {
  readonly execute_command: { readonly args: { readonly command: string; readonly cwd?: string } };
  readonly update_todo_list: { readonly args: { readonly todos: string } };
  readonly write_to_file: FileTool;
  readonly new_rule: FileTool;
  readonly insert_content: FileTool;
  readonly search_and_replace: FileTool;
  readonly apply_diff: FileTool;
  readonly edit_file: FileTool;
}

interface FileTool {
  readonly args: Readonly<Record<string, unknown>>;
}

const fileEdit = whenOpened(ChangeBody, WritingEdit);

/**
 * How calls of our own tools are drawn in a timeline, when their row is opened. Every other call is drawn by `FallbackToolBody`.
 * Give it to `Transcript` or `Timeline`, with your own beside it: `{ ...timelineTools, ...toolUI<Mine>({ … }) }`.
 */
export const timelineTools = toolUI<OwnTools>({
  execute_command: whenOpened(CommandOutput),
  update_todo_list: whenOpened(TodoList),
  write_to_file: fileEdit,
  new_rule: fileEdit,
  insert_content: fileEdit,
  search_and_replace: fileEdit,
  apply_diff: fileEdit,
  edit_file: fileEdit,
});

/** Names of tools, each with the names of its parameters. */
export type ToolParameters = Readonly<Record<string, readonly string[]>>;

/** The tools that a model may call by default. */
export const builtInTools = {
  write_to_file: ['path', 'content', 'line_count'],
  read_file: ['path', 'args', 'start_line', 'end_line'],
  execute_command: ['command', 'cwd'],
  apply_diff: ['path', 'diff', 'args'],
  insert_content: ['path', 'line', 'content'],
  search_and_replace: ['path', 'search', 'replace', 'start_line', 'end_line', 'use_regex', 'ignore_case'],
  edit_file: ['target_file', 'instructions', 'code_edit'],
  search_files: ['path', 'regex', 'file_pattern'],
  list_files: ['path', 'recursive'],
  list_code_definition_names: ['path'],
  browser_action: ['action', 'url', 'coordinate', 'text', 'size'],
  use_mcp_tool: ['server_name', 'tool_name', 'arguments'],
  access_mcp_resource: ['server_name', 'uri'],
  ask_followup_question: ['question', 'follow_up'],
  attempt_completion: ['result', 'command'],
  switch_mode: ['mode_slug', 'reason'],
  new_task: ['mode', 'message', 'todos'],
  new_rule: ['path', 'content'],
  codebase_search: ['query', 'path'],
  update_todo_list: ['todos'],
  fetch_instructions: ['task'],
  run_slash_command: ['command', 'args'],
  report_bug: ['title', 'description'],
  condense: ['message'],
  generate_image: ['prompt', 'path', 'image'],
} as const satisfies ToolParameters;

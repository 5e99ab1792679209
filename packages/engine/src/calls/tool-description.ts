type Params = Readonly<Record<string, string | undefined>>;

// Longer values say no more about which call it was.
const MAX_LENGTH = 200;

const quote = (text: string): string => `'${shorten(text)}'`;

/** Says what the call is about by one parameter. */
const by =
  (param: string) =>
  (params: Params): string => {
    const value = params[param];
    return value === undefined ? '' : ` for ${quote(value)}`;
  };

/** Says which file, or how many. */
const byFiles = (params: Params): string => {
  if (params['path'] !== undefined || params['args'] === undefined) return by('path')(params);
  const count = params['args'].split('<file>').length - 1;
  return ` for ${count} ${count === 1 ? 'file' : 'files'}`;
};

const nothing = (): string => '';

const ABOUT: ReadonlyMap<string, (params: Params) => string> = new Map([
  ['write_to_file', by('path')],
  ['read_file', byFiles],
  ['execute_command', by('command')],
  ['apply_diff', byFiles],
  ['insert_content', by('path')],
  ['search_and_replace', by('path')],
  ['edit_file', by('target_file')],
  ['search_files', (params) => by('regex')(params) + add(' in ', params['file_pattern'])],
  ['list_files', by('path')],
  ['list_code_definition_names', by('path')],
  ['browser_action', by('action')],
  ['use_mcp_tool', by('server_name')],
  ['access_mcp_resource', by('server_name')],
  ['ask_followup_question', by('question')],
  ['attempt_completion', nothing],
  ['switch_mode', (params) => add(' to ', params['mode_slug']) + because(params['reason'])],
  ['new_task', ({ mode, message }) => (mode ? ` in ${shorten(mode)} mode` : '') + add(': ', message)],
  ['new_rule', by('path')],
  ['codebase_search', by('query')],
  ['update_todo_list', nothing],
  ['fetch_instructions', by('task')],
  ['run_slash_command', (params) => by('command')(params) + add(' with ', params['args'])],
  ['report_bug', by('title')],
  ['condense', nothing],
  ['generate_image', by('path')],
]);

/** Describes a call in a few words for the model: `[write_to_file for 'a.ts']`. A tool it does not know is its name. Pure. */
export function toolDescription(name: string, params: Params): string {
  return `[${name}${ABOUT.get(name)?.(params) ?? ''}]`;
}

function add(before: string, value: string | undefined): string {
  return value ? `${before}${quote(value)}` : '';
}

function because(reason: string | undefined): string {
  return reason ? ` because: ${shorten(reason)}` : '';
}

function shorten(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  // By code points, so that no pair is cut.
  return `${Array.from(text.slice(0, MAX_LENGTH)).slice(0, -1).join('')}…`;
}

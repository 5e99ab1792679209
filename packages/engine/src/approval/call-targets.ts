import { field } from './field.ts';

/** The arguments of a tool that name files, or have a command line. */
export interface ToolTargets {
  /** Arguments that are paths. */
  readonly paths?: readonly string[];
  /** Arguments that name several files as `<path>…</path>`. */
  readonly lists?: readonly string[];
  /** True when calls only edit the files that these arguments name: then one rule can be about all tools that do so. */
  readonly edits?: boolean;
  /** The argument that is a command line. */
  readonly command?: string;
  /** The argument that says in which folder the command runs. */
  readonly cwd?: string;
}

/** A call that is to be judged. */
export interface PolicyCall {
  readonly name: string;
  readonly input: unknown;
}

export interface CallTargets {
  readonly paths: readonly string[];
  /** The command line; undefined when the tool takes none. */
  readonly command: string | undefined;
  /** The folder that the call names for its command. */
  readonly cwd: unknown;
  /** Why nobody can tell what the call is about. */
  readonly unclear: string | undefined;
}

/** The targets of each tool that somebody described, by its name. */
export type TargetsByTool = Readonly<Record<string, ToolTargets>>;

/** The targets of a tool; undefined for one that nobody described. */
export function toolTargets(name: string, tools: TargetsByTool = {}): ToolTargets | undefined {
  return Object.hasOwn(tools, name) ? tools[name] : undefined;
}

/** Returns the paths, command and folder of a call. For a tool that nobody described, every text may be a path. Pure. Never throws. */
export function callTargets(call: PolicyCall, tools?: TargetsByTool): CallTargets {
  const known = toolTargets(call.name, tools);
  if (known === undefined)
    return { paths: textsIn(call.input), command: undefined, cwd: undefined, unclear: undefined };
  const named = (known.paths ?? []).flatMap((argument) => textsIn(field(call.input, argument)));
  const lists = (known.lists ?? []).map((argument) => listedPaths(field(call.input, argument)));
  const command = commandOf(call, known.command);
  return {
    paths: [...named, ...lists.flatMap((each) => each ?? [])],
    command: command ?? undefined,
    cwd: known.cwd === undefined ? undefined : field(call.input, known.cwd),
    unclear:
      command === null
        ? 'The command is not a text.'
        : lists.includes(undefined)
          ? 'Its list of files cannot be read.'
          : undefined,
  };
}

/** The command line of a call; null when there is something else in its place. */
function commandOf(call: PolicyCall, argument: string | undefined): string | null | undefined {
  if (argument === undefined) return undefined;
  const value = field(call.input, argument);
  return typeof value === 'string' ? value : null;
}

/** The paths of a list such as `<file><path>a.ts</path></file>`; undefined when it has none. */
export function listedPaths(list: unknown): readonly string[] | undefined {
  if (list === undefined || list === '') return [];
  if (typeof list !== 'string') return textsIn(list);
  const [, ...after] = list.split('<path>');
  if (after.length === 0) return undefined;
  return after.map((text) => (text.split('</path>', 1)[0] ?? '').trim());
}

/** Every text in a value. Never throws. */
export function textsIn(value: unknown): readonly string[] {
  const texts: string[] = [];
  const seen = new Set<unknown>();
  const open = [value];
  while (open.length > 0) {
    const each = open.pop();
    if (typeof each === 'string') texts.push(each);
    else if (typeof each === 'object' && each !== null && !seen.has(each)) {
      seen.add(each);
      for (const key of keysOf(each)) open.push(field(each, key));
    }
  }
  return texts;
}

function keysOf(value: object): readonly string[] {
  try {
    return Object.keys(value);
  } catch {
    return [];
  }
}

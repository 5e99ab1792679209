import { type Field, readFrontMatter } from '../modes/front-matter.ts';

/** A slash command as its file tells it. */
export interface SlashCommand {
  readonly description: string;
  /** The argument that may follow it, such as `path`. */
  readonly argumentHint: string;
  readonly text: string;
}

export type ParsedCommand =
  | { readonly command: SlashCommand }
  | { readonly command?: undefined; readonly problem: string };

/**
 * Reads a command: YAML between two lines `---` with `description` and `argument-hint`, if it has any, then the text. Other
 * keys are left alone. Pure. Never throws.
 */
export function parseCommand(file: string): ParsedCommand {
  if (!/^\uFEFF?---[ \t]*\r?\n/.test(file)) return commandOf(new Map(), file.replace(/^\uFEFF/, '').trim());
  const read = readFrontMatter(file);
  return read.fields === undefined ? read : commandOf(read.fields, read.body);
}

function commandOf(fields: ReadonlyMap<string, Field>, text: string): ParsedCommand {
  if (text === '') return { problem: 'Write below the keys what the model should do.' };
  return {
    command: {
      description: textOf(fields.get('description')),
      argumentHint: textOf(fields.get('argument-hint')),
      text,
    },
  };
}

/** One line. YAML takes `[path]` for a list. */
function textOf(field: Field | undefined): string {
  const { value = '' } = field ?? {};
  return (typeof value === 'string' ? value : `[${value.join(', ')}]`).replace(/\s+/g, ' ').trim();
}

/**
 * Puts what was said behind a command into its text: `$ARGUMENTS` is all of it, `$1` to `$9` are its words, of which quotes
 * make one. A text that asks for neither gets them below. Pure.
 */
export function fillCommand(text: string, args: string): string {
  const said = args.trim();
  const words = Array.from(
    said.matchAll(/"([^"]*)"|'([^']*)'|\S+/g),
    ([whole, double, single]) => double ?? single ?? whole,
  );
  const asks = /\$ARGUMENTS\b|\$[1-9](?!\d)/g;
  // At once, so that what was said is not filled in again.
  const filled = text.replace(asks, (mark) =>
    mark === '$ARGUMENTS' ? said : (words[Number(mark[1]) - 1] ?? ''),
  );
  return said === '' || text.search(asks) >= 0 ? filled : `${text}\n\nArguments: ${said}`;
}

import type { Dialect } from '@millrace/engine/calls';

export type PrintDialect = Exclude<Dialect, 'auto'>;

type Input = Readonly<Record<string, unknown>>;
type PrintTags = (tool: string, params: readonly (readonly [name: string, value: string])[]) => string;

const lines = (texts: readonly string[]): string => texts.join('\n');

const TAGS: Readonly<Record<Exclude<PrintDialect, 'hermes'>, PrintTags>> = {
  roo: (tool, params) =>
    lines([`<${tool}>`, ...params.map(([name, value]) => `<${name}>${value}</${name}>`), `</${tool}>`]),
  invoke: (tool, params) =>
    lines([
      '<function_calls>',
      `<invoke name="${tool}">`,
      ...params.map(([name, value]) => `<parameter name="${name}">${value}</parameter>`),
      '</invoke>',
      '</function_calls>',
    ]),
  qwen: (tool, params) =>
    lines([
      '<tool_call>',
      `<function=${tool}>`,
      ...params.map(([name, value]) => `<parameter=${name}>${value}</parameter>`),
      '</function>',
      '</tool_call>',
    ]),
};

/**
 * A call as a model writes it in its dialect. What a dialect can say is read back as it was: all of JSON in `hermes`, and
 * in the others every call that was read in them. Pure.
 */
export function printCall(dialect: PrintDialect, tool: string, input: Input): string {
  if (dialect === 'hermes') {
    return lines(['<tool_call>', JSON.stringify({ name: tool, arguments: input }), '</tool_call>']);
  }
  const given = Object.entries(input).filter(([, value]) => value !== null && value !== undefined);
  return TAGS[dialect](
    tool,
    given.map(([name, value]) => [name, printValue(dialect, tool, name, printedValue(value))]),
  );
}

/** A value as the text between its tags: a string as it is, anything else as JSON. */
export function printedValue(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Undoes beforehand what reading does to a value. */
function printValue(dialect: PrintDialect, tool: string, name: string, value: string): string {
  // A line break at each end is taken away; behind a carriage return it must be a whole one.
  if (name === 'content') return `\n${value}${value.endsWith('\r') ? '\r\n' : '\n'}`;
  if (tool === 'execute_command' && name === 'command') return value.replaceAll('&amp;', '&amp;amp;');
  return dialect === 'qwen' ? `\n${value}\n` : value;
}

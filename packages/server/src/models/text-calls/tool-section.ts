import type { ToolSpec } from '../adapter/model.ts';
import { type PrintDialect, printCall } from './print-call.ts';
import { allowedValues, type ToolParameter, takesText, toolParameters } from './tool-parameters.ts';

/** The part of a system prompt that teaches a model to call tools in its text. Names every tool and parameter. Pure. */
export function toolSection(tools: readonly ToolSpec[], dialect: PrintDialect): string {
  const form = printCall(dialect, 'tool_name', { parameter_name: 'value' });
  return [
    '# Tools',
    `You can use the tools below. To use one, write a call in your message, exactly in this form:\n\n${form}`,
    rules(dialect),
    ...tools.map((tool) => describeTool(tool, dialect)),
  ].join('\n\n');
}

function rules(dialect: PrintDialect): string {
  const values =
    dialect === 'hermes'
      ? 'Write the call as valid JSON, on its own lines.'
      : 'Write values as they are: no escapes, no quotes around them, no code fence around the call. Only numbers, booleans, arrays and objects are written as JSON.';
  return [
    'Rules:',
    '- Make one call per message, and end the message with it.',
    '- The result comes in the next message. Wait for it, and never write a result yourself.',
    `- ${values}`,
    '- Use only the tools and parameters named here, and give every required parameter.',
    '- When you need no tool, answer without a call.',
  ].join('\n');
}

function describeTool(tool: ToolSpec, dialect: PrintDialect): string {
  const parameters = toolParameters(tool);
  return [
    `## ${tool.name}`,
    tool.description,
    parameters.length === 0 ? 'No parameters.' : `Parameters:\n${parameters.map(describe).join('\n')}`,
    `Example:\n${printCall(dialect, tool.name, exampleOf(parameters))}`,
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function describe(parameter: ToolParameter): string {
  const { name, description, required, types, schema } = parameter;
  const type = types.size === 0 ? 'any' : [...types].join(' or ');
  const allowed = allowedValues(schema).map((value) => JSON.stringify(value));
  const words = [
    description,
    allowed.length > 0 ? `One of ${allowed.join(', ')}.` : '',
    // The parts of an array or object are described nowhere else.
    takesText(parameter) || isPlain(schema) ? '' : `JSON Schema: ${JSON.stringify(schema)}`,
  ].filter((text) => text !== '');
  return `- ${name} (${type}, ${required ? 'required' : 'optional'})${words.length > 0 ? `: ${words.join(' ')}` : ''}`;
}

function isPlain(schema: ToolParameter['schema']): boolean {
  return !['items', 'properties', 'anyOf', 'oneOf', 'allOf', '$ref'].some((key) => key in schema);
}

function exampleOf(parameters: readonly ToolParameter[]): Record<string, unknown> {
  const required = parameters.filter((parameter) => parameter.required);
  const shown = required.length > 0 ? required : parameters.slice(0, 1);
  return Object.fromEntries(shown.map((parameter) => [parameter.name, exampleValue(parameter)]));
}

function exampleValue(parameter: ToolParameter): unknown {
  const { name, types, schema } = parameter;
  const examples: readonly unknown[] = Array.isArray(schema['examples']) ? schema['examples'] : [];
  const [told] = [...examples, ...allowedValues(schema)];
  if (told !== undefined) return told;
  if (takesText(parameter)) return `the ${name.replaceAll('_', ' ')}`;
  if (types.has('integer') || types.has('number')) return 1;
  if (types.has('boolean')) return true;
  return types.has('array') ? [] : {};
}

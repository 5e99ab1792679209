import type { ModelSettings } from '@millrace/engine/run';
import { dataUrl } from '../adapter/data-url.ts';
import type { ModelBlock, ModelMessage, ModelRequest } from '../adapter/model.ts';

export interface ChatDialect {
  /** The name of the limit on the tokens of an answer. */
  readonly limitField: 'max_completion_tokens' | 'max_tokens';
  /** The field in which thinking goes back, at servers that want it back. */
  readonly thinkingField?: 'reasoning_content' | 'reasoning' | undefined;
  /** The form of the effort: OpenAI's own field, or an object as OpenRouter has it. */
  readonly effortField?: 'reasoning_effort' | 'reasoning' | undefined;
}

/** How hard and how long the model should answer. Pure. */
export function printEffort(
  { effort, verbosity }: ModelSettings,
  { effortField = 'reasoning_effort' }: Pick<ChatDialect, 'effortField'>,
): object {
  return {
    ...(effort !== undefined && { [effortField]: effortField === 'reasoning' ? { effort } : effort }),
    ...(verbosity !== undefined && { verbosity }),
  };
}

/** A conversation in the words of Chat Completions: the messages and the tools. Pure. */
export function printChat(
  { system, messages, tools }: ModelRequest,
  { thinkingField }: Pick<ChatDialect, 'thinkingField'>,
): object {
  return {
    messages: [
      ...(system ? [{ role: 'system', content: system }] : []),
      ...messages.flatMap((message) =>
        message.role === 'user' ? printUser(message) : printAssistant(message, thinkingField),
      ),
    ],
    ...(tools?.length && {
      tools: tools.map(({ name, description, input_schema }) => ({
        type: 'function',
        function: { name, description, parameters: input_schema },
      })),
    }),
  };
}

/** Results come first: they must follow their calls at once. */
function printUser({ content }: ModelMessage): object[] {
  const results = content.flatMap((block) =>
    block.type === 'tool_result'
      ? [{ role: 'tool', tool_call_id: block.tool_use_id, content: printResult(block) }]
      : [],
  );
  const said = content.some(({ type }) => type === 'image' || type === 'document')
    ? content.flatMap(printPart)
    : textOf(content);
  return said.length === 0 ? results : [...results, { role: 'user', content: said }];
}

function printPart(block: ModelBlock): object[] {
  if (block.type === 'image') return [{ type: 'image_url', image_url: { url: dataUrl(block) } }];
  if (block.type === 'document')
    return [{ type: 'file', file: { filename: block.name, file_data: dataUrl(block) } }];
  return block.type === 'text' && block.text !== '' ? [{ type: 'text', text: block.text }] : [];
}

function printAssistant({ content }: ModelMessage, thinkingField: ChatDialect['thinkingField']): object[] {
  const text = textOf(content);
  const calls = content.flatMap((block) =>
    block.type === 'tool_use'
      ? [
          {
            id: block.id,
            type: 'function',
            function: { name: block.name, arguments: JSON.stringify(block.input) },
          },
        ]
      : [],
  );
  if (text === '' && calls.length === 0) return [];
  const thinking = content.flatMap((block) => (block.type === 'thinking' ? [block.thinking] : []));
  return [
    {
      role: 'assistant',
      content: text === '' ? null : text,
      ...(calls.length > 0 && { tool_calls: calls }),
      // A provider that wants the field must get it, even when there was no thinking.
      ...(thinkingField !== undefined && { [thinkingField]: thinking.join('\n\n') }),
    },
  ];
}

/** The result of a call as a model reads it: Chat Completions and Responses have no field for failure. Pure. */
export function printResult({ content, is_error }: ModelBlock & { readonly type: 'tool_result' }): string {
  return is_error === true ? `The tool failed: ${content}` : content;
}

/** Texts that stand together are one; those that something else parts are parted by a blank line. */
function textOf(content: readonly ModelBlock[]): string {
  const runs = content.map((block) => (block.type === 'text' ? block.text : undefined));
  return runs.reduce<string>((text, run, i) => {
    if (run === undefined || run === '') return text;
    return text === '' || runs[i - 1] !== undefined ? text + run : `${text}\n\n${run}`;
  }, '');
}

import { randomUUID } from 'node:crypto';
import { AssistantMessageParser } from '@millrace/engine';
import type { Dialect } from '@millrace/engine/calls';
import type { BlockEvent } from '@millrace/engine/message';
import {
  type Model,
  ModelError,
  type ModelMessage,
  type ModelRequest,
  type ToolSpec,
} from '../adapter/model.ts';
import { fenceSection, resultMark } from './result-fence.ts';
import { TextCallReader, type TextTools } from './text-call-reader.ts';
import { type TextForm, textHistory } from './text-history.ts';
import { toolParameters } from './tool-parameters.ts';
import { toolSection } from './tool-section.ts';

/** The options of `withTextCalls`. */
export interface TextCallsOptions {
  /** How the model writes its calls. Default `roo`; `auto` teaches `roo` and reads every dialect. */
  readonly dialect?: Dialect;
}

/**
 * Lets a model without native tools call tools: they are described in the system prompt, its calls are read from its
 * text, and the conversation holds calls and results as text. The events are those of native calls.
 */
export function withTextCalls(model: Model, { dialect = 'roo' }: TextCallsOptions = {}): Model {
  const { id, name, demo, prompts, provider, contextWindow, price, settings, checkKey } = model;
  const form = { dialect: dialect === 'auto' ? 'roo' : dialect, mark: resultMark(randomUUID()) } as const;
  return {
    id,
    name,
    ...(demo !== undefined && { demo }),
    ...(prompts !== undefined && { prompts }),
    ...(provider !== undefined && { provider }),
    ...(contextWindow !== undefined && { contextWindow }),
    ...(price !== undefined && { price }),
    ...(settings !== undefined && { settings }),
    calls: 'text',
    ...(checkKey !== undefined && { checkKey: checkKey.bind(model) }),
    stream: (request, signal) => {
      const mark = request.mark || form.mark;
      return streamMessage(model, request, signal, dialect, { ...form, mark });
    },
  };
}

async function* streamMessage(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
  dialect: Dialect,
  form: TextForm,
): AsyncGenerator<BlockEvent> {
  const { tools: specs = [], settings, onWait } = request;
  const hasResults = request.messages.some(({ content }) =>
    content.some(({ type }) => type === 'tool_result'),
  );
  const system = [
    request.system,
    specs.length > 0 ? toolSection(specs, form.dialect) : undefined,
    specs.length > 0 || hasResults ? fenceSection(form.mark) : undefined,
  ]
    .filter((text) => text !== undefined && text !== '')
    .join('\n\n');
  const asked: ModelRequest = {
    ...(system !== '' && { system }),
    messages: textHistory(request.messages, form),
    ...(settings !== undefined && { settings }),
    ...(onWait !== undefined && { onWait }),
  };
  if (specs.length === 0) return yield* model.stream(asked, signal);
  const tools = readTools(specs, dialect);
  let reader: TextCallReader | undefined;
  for await (const event of model.stream(asked, signal)) {
    if (event.type === 'message_start') {
      reader = new TextCallReader(tools, dialect, newPrefix(event.message.id, request.messages));
    }
    if (reader === undefined) continue;
    yield* reader.read(event);
    if (reader.done) return;
  }
}

/** Throws ModelError when a name cannot stand in a tag. */
function readTools(specs: readonly ToolSpec[], dialect: Dialect): TextTools {
  const parameters = new Map(
    specs.map((tool) => [tool.name, new Map(toolParameters(tool).map((param) => [param.name, param]))]),
  );
  const names = Object.fromEntries(Array.from(parameters, ([tool, params]) => [tool, [...params.keys()]]));
  try {
    new AssistantMessageParser({ tools: names, dialect });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : '';
    throw new ModelError('bad_request', `This model cannot be given these tools. ${why}`, {
      retryable: false,
      cause,
    });
  }
  return { names, parameters };
}

/** The prefix of the ids of a message's calls. No call of the conversation has it, even if the provider starts to count again. */
function newPrefix(messageId: string, messages: readonly ModelMessage[]): string {
  const base = messageId.replaceAll(/[^\w-]/g, '_') || 'call';
  const taken = messages.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])),
  );
  for (let n = 1; ; n++) {
    const prefix = n === 1 ? base : `${base}-${n}`;
    if (!taken.some((id) => id.startsWith(`${prefix}_`))) return prefix;
  }
}

import type { ChatEvent } from '@millrace/engine/run';

/** The required fields of each chat event, with their types. */
const NEEDED: Readonly<Record<ChatEvent['type'], Readonly<Record<string, string>>>> = {
  status: { message: 'string' },
  text_delta: { text: 'string' },
  tool_start: { tool: 'string' },
  tool_progress: { tool: 'string', message: 'string' },
  tool_complete: { tool: 'string', index: 'number' },
  complete: { payload: 'object' },
  error: { message: 'string' },
  cancelled: {},
};

/**
 * Reads a line of a chat's stream; undefined for a line that is no chat event. Never throws. Another kind of server may not say
 * which call an event of a tool is about: then its `tool_use_id` is empty.
 */
export function readChatEvent(data: string): ChatEvent | undefined {
  const event = parse(data);
  if (typeof event !== 'object' || event === null) return undefined;
  const fields: Readonly<Record<string, unknown>> = { ...event };
  const { type } = fields;
  if (typeof type !== 'string' || !Object.hasOwn(NEEDED, type)) return undefined;
  // The type is a key of the table, as the line above says.
  const needed = NEEDED[type as ChatEvent['type']];
  const isWhole = Object.entries(needed).every(
    ([name, kind]) => typeof fields[name] === kind && fields[name] !== null,
  );
  if (!isWhole) return undefined;
  const isNameless = 'tool' in needed && typeof fields['tool_use_id'] !== 'string';
  // Its needed fields were looked at; the others come from the server whose shape this is.
  return (isNameless ? { ...fields, tool_use_id: '' } : event) as ChatEvent;
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

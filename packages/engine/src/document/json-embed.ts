import type { EmbedStatus } from './embed.ts';

export interface JsonEmbed {
  readonly type: 'skill' | 'focus' | 'memories' | 'tool';
  readonly status: EmbedStatus;
  readonly title?: string;
}

/**
 * The embed that the JSON of a fence describes; undefined when it is just JSON. A stored call is one only in a text whose proof
 * holds: anybody can write that JSON. Never throws.
 */
export function readJsonEmbed(json: string, proven: boolean): JsonEmbed | undefined {
  const value = parse(json);
  if (!isRecord(value)) return undefined;
  const { app, skill, requests, focus, change, requested } = value;
  if (isText(app) && isText(skill) && isListOf(requests, ({ id }) => isText(id))) {
    const waits = requests.some(({ output }) => output === undefined);
    return { type: 'skill', status: waits ? 'processing' : 'finished', title: skill };
  }
  if (isText(app) && isText(focus) && isText(change))
    return { type: 'focus', status: 'finished', title: focus };
  if (isListOf(requested, isWanted)) return { type: 'memories', status: 'finished' };
  return proven ? storedCall(value) : undefined;
}

function storedCall({ tool, id, input, ...call }: JsonRecord): JsonEmbed | undefined {
  if (!isText(tool) || !isText(id) || !isRecord(input)) return undefined;
  const status = call['is_error'] === true ? 'error' : 'output' in call ? 'finished' : 'processing';
  return { type: 'tool', status, title: tool };
}

// Written by hand: a library of schemas would cost every reader of a message 5 KB.
type JsonRecord = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string';

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isListOf = (value: unknown, holds: (each: JsonRecord) => boolean): value is readonly JsonRecord[] =>
  Array.isArray(value) && value.every((each) => isRecord(each) && holds(each));

const isWanted = ({ app, settings_and_memories: wanted }: JsonRecord): boolean =>
  isText(app) && Array.isArray(wanted) && wanted.every(isText);

function parse(json: string): unknown {
  // Anything else is not worth a parser's time.
  if (!json.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

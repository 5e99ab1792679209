import * as z from 'zod/mini';
import type { EmbedStatus } from './embed.ts';

const text = z.string();

const skill = z.looseObject({
  app: text,
  skill: text,
  requests: z.array(z.looseObject({ id: text, output: z.optional(z.unknown()) })),
});
const focus = z.looseObject({ app: text, focus: text, change: text });
const memories = z.looseObject({
  requested: z.array(z.looseObject({ app: text, settings_and_memories: z.array(text) })),
});
const tool = z.looseObject({ tool: text, id: text, input: z.record(z.string(), z.unknown()) });

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
  const used = skill.safeParse(value);
  if (used.success) {
    const { skill: name, requests } = used.data;
    const waits = requests.some(({ output }) => output === undefined);
    return { type: 'skill', status: waits ? 'processing' : 'finished', title: name };
  }
  const changed = focus.safeParse(value);
  if (changed.success) return { type: 'focus', status: 'finished', title: changed.data.focus };
  if (memories.safeParse(value).success) return { type: 'memories', status: 'finished' };
  const called = proven ? tool.safeParse(value) : undefined;
  if (called?.success !== true) return undefined;
  const failed = called.data['is_error'] === true;
  const status = failed ? 'error' : 'output' in called.data ? 'finished' : 'processing';
  return { type: 'tool', status, title: called.data.tool };
}

function parse(json: string): unknown {
  // Anything else is not worth a parser's time.
  if (!json.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

import { anthropicWire } from '../../fixtures/anthropic-wire.ts';
import {
  type FakeProvider,
  type FakeRequest,
  type Reply,
  startFakeProvider,
} from '../../fixtures/fake-provider.ts';
import type { Script } from '../../fixtures/script.ts';
import { mark } from './marks.ts';

/** The steps of a model's answer to the message that names them. */
export type Scripts = Readonly<Record<string, readonly Script[]>>;

/** A provider whose model does what the last message of the person names, as in `(tools)`, step by step. */
export function startFakeModel(scripts: Scripts): Promise<FakeProvider> {
  return startFakeProvider(({ path, body }: FakeRequest): Reply => {
    if (!path.startsWith('/v1/messages'))
      return {
        headers: { 'content-type': 'application/json' },
        chunks: ['{"data":[{"id":"m"}],"has_more":false}'],
      };
    return { chunks: anthropicWire.stream(nextStep(scripts, body)) };
  });
}

interface Request {
  readonly system?: unknown;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

function nextStep(scripts: Scripts, { system, messages }: Request): Script {
  if (JSON.stringify(system ?? '').includes('You name conversations')) return say(mark('model title'));
  const texts = messages.map(({ role, content }) => (role === 'user' ? textOf(content) : undefined));
  const at = texts.findLastIndex((text) => /\(\w+\)/.test(text ?? ''));
  const [, name = ''] = /\((\w+)\)/.exec(texts[at] ?? '') ?? [];
  const step = messages.slice(at).filter(({ role }) => role === 'assistant').length;
  return scripts[name]?.[step] ?? say(mark(`the end of ${name}`));
}

/** The words of a message; undefined for one with results. */
function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const blocks: readonly { readonly type: string; readonly text?: string }[] = content;
  return blocks.some(({ type }) => type === 'tool_result')
    ? undefined
    : blocks.map(({ text = '' }) => text).join('\n');
}

export const say = (...text: readonly string[]): Script => ({ parts: [{ text }] });

let calls = 0;
export const call = (name: string, input: Readonly<Record<string, unknown>>): Script => ({
  parts: [{ text: [mark(`before ${name}`)] }, { calls: [{ id: `toolu_${++calls}`, name, input }] }],
  stop: 'tool_use',
});

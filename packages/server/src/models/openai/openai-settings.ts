import type { ChoiceSetting, ModelSetting, ModelSettings, NumberSetting } from '@millrace/engine/run';
import type { ProviderOptions } from '../adapter/provider.ts';

/** Names of models that reason; they refuse sampling, and the others refuse an effort. */
export const REASONS = /^(o\d|gpt-([5-9]|\d\d)(?!.*-chat)|codex)/;

// The efforts that a model takes, by its name. The first line that fits counts.
const EFFORTS: readonly (readonly [name: RegExp, choices: readonly string[]])[] = [
  [/^o1-(mini|preview)/, []],
  [/^(o\d|codex)/, ['low', 'medium', 'high']],
  [/^gpt-5-pro/, ['high']],
  [/^gpt-5-codex/, ['low', 'medium', 'high']],
  [/^gpt-5(-|$)/, ['minimal', 'low', 'medium', 'high']],
  [/^gpt-5\.1(-|$)/, ['none', 'low', 'medium', 'high']],
  [/^gpt-5\./, ['none', 'low', 'medium', 'high', 'xhigh']],
  [/^gpt-/, ['none', 'low', 'medium', 'high']],
];

/** The smallest limit that Responses takes. */
const LEAST_OUTPUT = 16;

/** The settings that a model takes on OpenAI's own wires. Pure. */
export function openAiSettings(options: ProviderOptions, api: 'responses' | 'chat'): readonly ModelSetting[] {
  const { model } = options;
  const limit = outputSetting(options, api === 'responses' ? LEAST_OUTPUT : 1);
  if (!REASONS.test(model)) return [...sampling(1), ...(api === 'chat' ? penalties() : []), limit];
  const choices = EFFORTS.find(([name]) => name.test(model))?.[1] ?? [];
  return [limit, ...(choices.length > 0 ? [effortSetting(choices)] : []), ...verbosity(model)];
}

function verbosity(model: string): ChoiceSetting[] {
  const choices = ['low', 'medium', 'high'];
  return /^gpt-/.test(model) ? [{ name: 'verbosity', type: 'choice', choices, default: 'medium' }] : [];
}

/** Temperature and top_p as Chat Completions and Responses have them. Pure. */
export function sampling(byDefault: number | null): NumberSetting[] {
  const common = { type: 'number', min: 0, whole: false, default: byDefault } as const;
  return [
    { ...common, name: 'temperature', max: 2 },
    { ...common, name: 'top_p', max: 1 },
  ];
}

/** The penalties of Chat Completions. Pure. */
export function penalties(): NumberSetting[] {
  const common = { type: 'number', min: -2, max: 2, whole: false, default: 0 } as const;
  return [
    { ...common, name: 'frequency_penalty' },
    { ...common, name: 'presence_penalty' },
  ];
}

/** The limit of an answer: the owner's, else the listed one. Pure. */
export function outputSetting({ listed, maxTokens }: ProviderOptions, min = 1): NumberSetting {
  const limits = [listed?.maxTokens, maxTokens].filter((limit) => limit !== undefined);
  const max = limits.length > 0 ? Math.max(min, Math.min(...limits)) : null;
  return { name: 'max_tokens', type: 'number', min, max, whole: true, default: maxTokens ?? null };
}

export function effortSetting(choices: readonly string[]): ChoiceSetting {
  return { name: 'effort', type: 'choice', choices, default: null };
}

/** The values that Chat Completions and Responses call by our names. Pure. */
export function printSampling(settings: ModelSettings): object {
  const names = ['temperature', 'top_p', 'top_k', 'frequency_penalty', 'presence_penalty'] as const;
  return Object.fromEntries(
    names.flatMap((name) => (settings[name] === undefined ? [] : [[name, settings[name]]])),
  );
}

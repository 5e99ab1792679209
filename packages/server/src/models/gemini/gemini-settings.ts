import type { ModelSetting, NumberSetting } from '@millrace/engine/run';
import type { ProviderOptions } from '../adapter/provider.ts';

// The budgets for thinking of the models that have one, by name. The first line that fits counts.
const BUDGETS: readonly (readonly [name: RegExp, budget: Pick<NumberSetting, 'min' | 'max' | 'also'>])[] = [
  [/^gemini-2\.5-pro/, { min: 128, max: 32_768, also: [-1] }],
  [/^gemini-2\.5-flash-lite/, { min: 512, max: 24_576, also: [0, -1] }],
  [/^gemini-2\.5-flash/, { min: 1, max: 24_576, also: [0, -1] }],
];

// From the third generation on there are levels instead.
const LEVELS: readonly (readonly [name: RegExp, levels: readonly string[]])[] = [
  [/^gemini-3-pro/, ['low', 'high']],
  [/^gemini-3[\d.]*-pro/, ['low', 'medium', 'high']],
  [/^gemini-([3-9]|\d\d)/, ['minimal', 'low', 'medium', 'high']],
];

/** The settings that a model takes on Gemini's wire. Pure. */
export function geminiSettings(options: ProviderOptions): readonly ModelSetting[] {
  const { model, listed, maxTokens } = options;
  const { temperature = null, maxTemperature = 2, topP = null, topK = null } = listed?.sampling ?? {};
  const limits = [listed?.maxTokens, maxTokens].filter((limit) => limit !== undefined);
  const longest = limits.length > 0 ? Math.min(...limits) : null;
  const common = { type: 'number', min: 0 } as const;
  return [
    { ...common, name: 'temperature', max: maxTemperature, whole: false, default: temperature },
    { ...common, name: 'top_p', max: 1, whole: false, default: topP },
    { ...common, name: 'top_k', min: 1, max: null, whole: true, default: topK },
    { ...common, name: 'max_tokens', min: 1, max: longest, whole: true, default: longest },
    ...(listed?.thinking?.length === 0 ? [] : thinking(model)),
  ];
}

function thinking(model: string): ModelSetting[] {
  const budget = BUDGETS.find(([name]) => name.test(model))?.[1];
  if (budget !== undefined)
    return [{ ...budget, name: 'thinking_tokens', type: 'number', whole: true, default: null }];
  const levels = LEVELS.find(([name]) => name.test(model))?.[1];
  return levels === undefined ? [] : [{ name: 'effort', type: 'choice', choices: levels, default: null }];
}

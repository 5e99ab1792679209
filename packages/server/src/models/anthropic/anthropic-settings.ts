import type { ChoiceSetting, ModelSetting, NumberSetting } from '@millrace/engine/run';
import { OFF } from '@millrace/engine/run';
import { knownOutput } from '../adapter/known-output.ts';
import type { ProviderOptions } from '../adapter/provider.ts';

// Anthropic has taken sampling out of its newer models, which refuse it. Unknown names count as new.
const SAMPLES = /^claude-(2|instant|3|(opus|sonnet)-4(-[0-6])?(-\d{8})?$|haiku-4-5)/;
/** From these on only one of temperature and top_p is taken. */
const ONE_SAMPLER = /^claude-[a-z]+-4/;
// For lists that do not tell: models with a budget for thinking, and models that take an effort.
const BUDGET = /^claude-(3-7|(opus|sonnet)-4(-[0-6])?(-\d{8})?$|haiku-4-5)/;
const EFFORT = /^claude-(opus-4-[5-9]|sonnet-4-[6-9]|(opus|sonnet|haiku)-([5-9]|\d\d))/;

/** Models that decide themselves how much they think. */
const ADAPTIVE = /^claude-((opus|sonnet)-4-[6-9]|(opus|sonnet|haiku)-([5-9]|\d\d))/;

const LEAST_THINKING = 1_024;

/** The settings that a model takes on Anthropic's wire. Pure. */
export function anthropicSettings(options: ProviderOptions): readonly ModelSetting[] {
  const { model, listed, maxTokens } = options;
  const most = listed?.maxTokens ?? knownOutput(model);
  const longest = Math.min(most, maxTokens ?? most);
  const types = listed?.thinking ?? waysOf(model);
  const efforts = listed?.efforts ?? (EFFORT.test(model) ? ['low', 'medium', 'high'] : []);
  return [
    ...(SAMPLES.test(model) ? sampling(ONE_SAMPLER.test(model)) : []),
    { name: 'max_tokens', type: 'number', min: 1, max: longest, whole: true, default: longest },
    ...thinking(types, most),
    ...(efforts.length > 0 ? [effort(efforts)] : []),
  ];
}

function waysOf(model: string): string[] {
  return [...(BUDGET.test(model) ? ['enabled'] : []), ...(ADAPTIVE.test(model) ? ['adaptive'] : [])];
}

/** Tells whether a model refuses a budget for thinking and decides itself. Pure. */
export function thinksByItself(model: string): boolean {
  return ADAPTIVE.test(model) && !BUDGET.test(model);
}

function sampling(isOne: boolean): NumberSetting[] {
  const common = { type: 'number', min: 0 } as const;
  return [
    {
      ...{ ...common, name: 'temperature', max: 1, whole: false, default: 1 },
      ...(isOne && { excludes: ['top_p'] }),
    },
    { ...common, name: 'top_p', max: 1, whole: false, default: null },
    { ...common, name: 'top_k', max: null, whole: true, default: null },
  ];
}

const WITHOUT_THINKING = ['temperature', 'top_p', 'top_k'] as const;

function thinking(types: readonly string[], most: number): ModelSetting[] {
  const ways = [
    ...(types.includes('adaptive') ? ['adaptive'] : []),
    ...(types.includes('disabled') ? [OFF] : []),
  ];
  return [
    ...(types.includes('enabled')
      ? [
          {
            name: 'thinking_tokens',
            type: 'number',
            min: LEAST_THINKING,
            max: most - 1,
            whole: true,
            also: [0],
            default: 0,
            excludes: WITHOUT_THINKING,
          } as const,
        ]
      : []),
    // Without a budget the model decides, if it may.
    ...(types.includes('adaptive')
      ? [
          {
            name: 'thinking',
            type: 'choice',
            choices: ways,
            default: null,
            excludes: [...WITHOUT_THINKING, 'thinking_tokens'],
          } as const,
        ]
      : []),
  ];
}

function effort(choices: readonly string[]): ChoiceSetting {
  return { name: 'effort', type: 'choice', choices, default: choices.includes('high') ? 'high' : null };
}

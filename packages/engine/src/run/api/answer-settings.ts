import * as z from 'zod/mini';

// How models answer: the instructions of the person, and the settings of each model, for the account and for a chat.

/** The longest instructions of one place, in characters. */
export const LONGEST_PROMPT = 20_000;
/** The most models that one place has settings for. */
export const MOST_MODELS = 200;

const NUMBERS = [
  'temperature',
  'top_p',
  'top_k',
  'max_tokens',
  'thinking_tokens',
  'frequency_penalty',
  'presence_penalty',
] as const;
const CHOICES = ['thinking', 'effort', 'verbosity'] as const;

/** The settings that a wire may have, by their names in the API. */
export const SETTING_NAMES = [...NUMBERS, ...CHOICES] as const;
/** The name of a setting. */
export type SettingName = (typeof SETTING_NAMES)[number];

/** A setting that is a number. */
export interface NumberSetting {
  readonly name: (typeof NUMBERS)[number];
  readonly type: 'number';
  readonly min: number;
  /** Null where nobody knows a limit. */
  readonly max: number | null;
  /** True when only whole numbers are taken. */
  readonly whole: boolean;
  /** Values outside the range that are taken too, such as 0 for "off". */
  readonly also?: readonly number[];
  /** The value without a choice; null where the provider decides. */
  readonly default: number | null;
  /** Settings that can't be sent together with it. */
  readonly excludes?: readonly SettingName[];
}

/** A setting that is one of a few words. */
export interface ChoiceSetting {
  readonly name: (typeof CHOICES)[number];
  readonly type: 'choice';
  readonly choices: readonly string[];
  /** The value without a choice; null where the provider decides. */
  readonly default: string | null;
  /** Settings that can't be sent together with it. */
  readonly excludes?: readonly SettingName[];
}

/** A setting that a model has, with its limits and its default. */
export type ModelSetting = NumberSetting | ChoiceSetting;

/** Values of settings, as far as a person has chosen some. */
export type ModelSettings = { readonly [name in (typeof NUMBERS)[number]]?: number } & {
  readonly [name in (typeof CHOICES)[number]]?: string;
};

/** The instructions and the settings of one place: the account or a chat. */
export interface AnswerSettings {
  readonly prompt: string;
  /** By the id of the model. */
  readonly models: Readonly<Record<string, ModelSettings>>;
  /** Raised by each change; 0 when nothing was ever kept. */
  readonly rev: number;
}

/** The settings of one run: the combined instructions, and the values for its model. */
export interface RunSettings {
  readonly prompt: string;
  readonly account: ModelSettings;
  readonly chat: ModelSettings;
}

/** The instructions that a chat's model reads, from the general to the special. */
export interface PromptParts {
  readonly account?: string | undefined;
  readonly project?: string | undefined;
  readonly chat?: string | undefined;
}

const HEADINGS = [
  ['account', 'For all chats'],
  ['project', 'For this project'],
  ['chat', 'For this chat'],
] as const;

/** The instructions of the person as one text: account, project, chat. Empty when there are none. Pure. */
export function combinePrompts(parts: PromptParts): string {
  const sections = HEADINGS.flatMap(([name, heading]) => {
    const text = parts[name]?.trim() ?? '';
    return text === '' ? [] : [`## ${heading}\n\n${text}`];
  });
  return sections.length === 0 ? '' : [INTRODUCTION, ...sections].join('\n\n');
}

const INTRODUCTION =
  '# Instructions of the person\n\nFollow them. Where two of them contradict each other, the later one counts.';

/** Why a value can't be kept for a model. */
export type SettingProblem =
  | { readonly name: string; readonly problem: 'unsupported' }
  | { readonly name: SettingName; readonly problem: 'not_a_number' | 'not_whole' }
  | { readonly name: SettingName; readonly problem: 'too_small'; readonly limit: number }
  | { readonly name: SettingName; readonly problem: 'too_large'; readonly limit: number }
  | { readonly name: SettingName; readonly problem: 'not_a_choice'; readonly choices: readonly string[] }
  | { readonly name: SettingName; readonly problem: 'excluded'; readonly by: SettingName };

/** The problems of values for a model that has these settings. Pure. */
export function settingProblems(
  settings: readonly ModelSetting[],
  values: Readonly<Record<string, unknown>>,
): SettingProblem[] {
  const alone = Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const setting = settings.find((each) => each.name === name);
    const problem =
      setting === undefined ? ({ name, problem: 'unsupported' } as const) : problemOf(setting, value);
    return problem === undefined ? [] : [problem];
  });
  return alone.length > 0 ? alone : conflicts(settings, values);
}

function problemOf(setting: ModelSetting, value: unknown): SettingProblem | undefined {
  const { name } = setting;
  if (setting.type === 'choice') {
    const { choices } = setting;
    return typeof value === 'string' && choices.includes(value)
      ? undefined
      : { name, problem: 'not_a_choice', choices };
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return { name, problem: 'not_a_number' };
  if (setting.also?.includes(value)) return undefined;
  if (setting.whole && !Number.isSafeInteger(value)) return { name, problem: 'not_whole' };
  if (value < setting.min) return { name, problem: 'too_small', limit: setting.min };
  return setting.max !== null && value > setting.max
    ? { name, problem: 'too_large', limit: setting.max }
    : undefined;
}

/** Pairs of set values that exclude each other. A value that turns its setting off excludes nothing. */
function conflicts(
  settings: readonly ModelSetting[],
  values: Readonly<Record<string, unknown>>,
): SettingProblem[] {
  const set = settings.filter((each) => values[each.name] !== undefined && !isOff(each, values[each.name]));
  return set.flatMap((by) =>
    set
      .filter(({ name }) => by.excludes?.includes(name))
      .map(({ name }) => ({ name, problem: 'excluded' as const, by: by.name })),
  );
}

function isOff(setting: ModelSetting, value: unknown): boolean {
  return setting.type === 'number' ? value === 0 && setting.also?.includes(0) === true : value === OFF;
}

/** The word that turns a choice off. */
export const OFF = 'off';

/**
 * The values that are sent: the chat's, and the account's where the chat has none and they don't contradict. A value that the model
 * does not have, or no longer takes, is left out. The result never has a problem. Pure.
 */
export function effectiveSettings(
  settings: readonly ModelSetting[],
  account: ModelSettings,
  chat: ModelSettings,
): ModelSettings {
  let result: ModelSettings = {};
  for (const source of [chat, account]) {
    for (const { name } of settings) {
      if (source[name] === undefined || name in result) continue;
      const more = { ...result, [name]: source[name] };
      if (settingProblems(settings, more).length === 0) result = more;
    }
  }
  return result;
}

const prompt = z.string().check(z.maxLength(LONGEST_PROMPT, `must be ${LONGEST_PROMPT} characters at most`));
const value = z.nullable(z.union([z.number(), z.string().check(z.maxLength(40))]));
const modelId = z.string().check(z.minLength(1), z.maxLength(200));

/** Changes instructions and settings. What is left out stays; null resets a setting to its default. */
export const answerSettingsRequest = z.strictObject({
  prompt: z.optional(prompt),
  models: z.optional(z.record(modelId, z.record(z.string().check(z.maxLength(40)), value))),
});
/** A change of the instructions or settings of one place. */
export type AnswerSettingsRequest = z.infer<typeof answerSettingsRequest>;

const settingsOfModel = z.record(z.string(), z.union([z.number(), z.string()]));

/** The schema of `AnswerSettings`. */
export const answerSettings = z.object({
  prompt: z.string(),
  models: z.record(z.string(), settingsOfModel),
  rev: z.number(),
});

const excludes = z.exactOptional(z.array(z.enum(SETTING_NAMES)));

/** The schema of `ModelSetting`. */
export const modelSetting = z.union([
  z.object({
    name: z.enum(NUMBERS),
    type: z.literal('number'),
    min: z.number(),
    max: z.nullable(z.number()),
    whole: z.boolean(),
    also: z.exactOptional(z.array(z.number())),
    default: z.nullable(z.number()),
    excludes,
  }),
  z.object({
    name: z.enum(CHOICES),
    type: z.literal('choice'),
    choices: z.array(z.string()),
    default: z.nullable(z.string()),
    excludes,
  }),
]) satisfies z.ZodMiniType<ModelSetting>;

import {
  type AnswerSettings,
  type AnswerSettingsRequest,
  LONGEST_PROMPT,
  type ModelSetting,
  type SettingProblem,
  settingProblems,
} from '@millrace/engine/run';

/** The fields that a person has touched and not saved. What is not here is shown as it is kept. */
export interface AnswerDraft {
  readonly prompt?: string;
  /** The texts of fields, by model and setting. An empty text resets. */
  readonly models: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The state that the first touched field was seen in. */
  readonly rev: number;
}

/** The text of a setting's field. Pure. */
export function fieldText(
  answers: AnswerSettings,
  draft: AnswerDraft | undefined,
  model: string,
  setting: ModelSetting,
): string {
  const kept = answers.models[model]?.[setting.name];
  return draft?.models[model]?.[setting.name] ?? (kept === undefined ? '' : String(kept));
}

/** The draft without what is as it is kept. Undefined when nothing is left. Pure. */
export function withoutSame(answers: AnswerSettings, draft: AnswerDraft): AnswerDraft | undefined {
  const models = Object.entries(draft.models).flatMap(([model, fields]) => {
    const kept: Readonly<Record<string, unknown>> = answers.models[model] ?? {};
    const changed = Object.entries(fields).filter(([name, text]) => text.trim() !== String(kept[name] ?? ''));
    return changed.length > 0 ? [[model, Object.fromEntries(changed)] as const] : [];
  });
  const { prompt } = draft;
  const isNewPrompt = prompt !== undefined && prompt !== answers.prompt;
  if (!isNewPrompt && models.length === 0) return undefined;
  return { ...(isNewPrompt && { prompt }), models: Object.fromEntries(models), rev: draft.rev };
}

/** The values of a model's fields as a server takes them; null resets. Pure. */
function valuesOf(settings: readonly ModelSetting[], fields: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, text]) => {
      const isNumber = settings.find((each) => each.name === name)?.type === 'number';
      return [name, text.trim() === '' ? null : isNumber ? numberOf(text) : text.trim()];
    }),
  );
}

/** A number as people write it, with a comma or a point. */
function numberOf(text: string): number {
  return Number(text.trim().replace(',', '.'));
}

/** The problems of what would be saved for a model. Pure. */
export function draftProblems(
  answers: AnswerSettings,
  draft: AnswerDraft,
  model: string,
  settings: readonly ModelSetting[],
): readonly SettingProblem[] {
  const values = valuesOf(settings, draft.models[model] ?? {});
  const set = Object.entries({ ...answers.models[model], ...values }).filter(([, value]) => value !== null);
  return settingProblems(settings, Object.fromEntries(set)).filter(
    // Values from before that the model no longer has are left out when they are sent.
    ({ name, problem }) => problem !== 'unsupported' || name in values,
  );
}

/** True when the text is longer than a server takes. Pure. */
export function isTooLong(prompt: string | undefined): boolean {
  return prompt !== undefined && prompt.length > LONGEST_PROMPT;
}

/** The request that saves a draft. Pure. */
export function requestOf(
  draft: AnswerDraft,
  settingsOf: (model: string) => readonly ModelSetting[],
): AnswerSettingsRequest {
  const models = Object.entries(draft.models).map(
    ([model, fields]) => [model, valuesOf(settingsOf(model), fields)] as const,
  );
  return {
    ...(draft.prompt !== undefined && { prompt: draft.prompt }),
    ...(models.length > 0 && { models: Object.fromEntries(models) }),
  };
}

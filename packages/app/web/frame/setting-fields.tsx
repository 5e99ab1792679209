import './answers.css';
import type {
  AnswerSettings,
  ModelInfo,
  ModelSetting,
  ModelSettings,
  SettingProblem,
} from '@millrace/engine/run';
import { RotateCcw } from 'lucide-react';
import { useId } from 'react';
import { type PageWords, usePageWords } from '../base/page-words.ts';
import { draftProblems, fieldText } from './answer-draft.ts';
import type { AnswerForm } from './use-answers.ts';

export interface SettingFieldsProps {
  readonly model: ModelInfo;
  readonly kept: AnswerSettings;
  readonly form: AnswerForm;
  /** The person's own defaults, where there are some. */
  readonly defaults?: ModelSettings | undefined;
}

/** The settings that a model has: exactly those that its wire takes, each with its default. */
export function SettingFields({ model, kept, form, defaults = {} }: SettingFieldsProps) {
  const { answers: words } = usePageWords();
  const { settings = [] } = model;
  if (settings.length === 0) return <p className="app-quiet">{words.noSettings}</p>;
  const { draft } = form;
  const problems = draft ? draftProblems(kept, draft, model.id, settings) : [];
  return (
    <div className="app-fields">
      {settings.map((setting) => (
        <SettingField
          key={setting.name}
          setting={setting}
          text={fieldText(kept, draft, model.id, setting)}
          own={defaults[setting.name]}
          problem={problems.find(({ name }) => name === setting.name)}
          onText={(text) => form.setField(model.id, setting.name, text)}
        />
      ))}
    </div>
  );
}

interface SettingFieldProps {
  readonly setting: ModelSetting;
  readonly text: string;
  readonly own: number | string | undefined;
  readonly problem: SettingProblem | undefined;
  readonly onText: (text: string) => void;
}

function SettingField({ setting, text, own, problem, onText }: SettingFieldProps) {
  const { answers: words } = usePageWords();
  const id = useId();
  const name = words.names[setting.name] ?? setting.name;
  const shown = defaultText(words, setting, own);
  const field = {
    id,
    value: text,
    'aria-describedby': `${id}-help${problem === undefined ? '' : ` ${id}-problem`}`,
    'aria-invalid': problem !== undefined,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onText(target.value),
  };
  return (
    <div className="app-field">
      <label htmlFor={id}>{name}</label>
      <div className="app-field-row">
        {setting.type === 'choice' ? (
          <select {...field}>
            <option value="">{shown}</option>
            {setting.choices.map((choice) => (
              <option key={choice} value={choice}>
                {words.choices[choice] ?? choice}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...field}
            type="text"
            inputMode={setting.min < 0 ? 'text' : setting.whole ? 'numeric' : 'decimal'}
            autoComplete="off"
            placeholder={shown}
          />
        )}
        {text !== '' && (
          <button
            type="button"
            className="mr-icon"
            aria-label={words.resetOf(name)}
            title={words.reset}
            onClick={({ currentTarget }) => {
              // The button goes with the value.
              currentTarget.parentElement?.querySelector<HTMLElement>('input, select')?.focus();
              onText('');
            }}
          >
            <RotateCcw size={16} aria-hidden="true" />
          </button>
        )}
      </div>
      <p id={`${id}-help`}>{helpText(words, setting, text === '' ? undefined : shown)}</p>
      {problem !== undefined && (
        <p id={`${id}-problem`} className="app-bad" role="alert">
          {problemText(words, problem)}
        </p>
      )}
    </div>
  );
}

type Words = PageWords['answers'];

function valueText(words: Words, setting: ModelSetting, value: number | string | null): string {
  if (value === null) return words.modelDecides;
  if (setting.type === 'choice') return words.choices[value] ?? String(value);
  return value === 0 && setting.also?.includes(0) ? words.off : words.numberOf(Number(value));
}

function defaultText(words: Words, setting: ModelSetting, own: number | string | undefined): string {
  return own === undefined
    ? words.byDefault(valueText(words, setting, setting.default))
    : words.yourDefault(valueText(words, setting, own));
}

function helpText(words: Words, setting: ModelSetting, byDefault: string | undefined): string {
  const parts = [words.helps[setting.name]?.replace(/\.$/, ''), byDefault];
  if (setting.type === 'number') {
    parts.splice(1, 0, words.range(setting.min, setting.max));
    if (setting.also?.includes(0)) parts.push(words.zeroIsOff);
    if (setting.also?.includes(-1)) parts.push(words.automatic);
  }
  return parts.filter((part) => part !== undefined).join(' · ');
}

function problemText({ problems, names, choices }: Words, problem: SettingProblem): string {
  switch (problem.problem) {
    case 'too_small':
    case 'too_large':
      return problems[problem.problem](problem.limit);
    case 'not_a_choice':
      return problems.not_a_choice(problem.choices.map((choice) => choices[choice] ?? choice));
    case 'excluded':
      return problems.excluded(names[problem.by] ?? problem.by);
    default:
      return problems[problem.problem];
  }
}

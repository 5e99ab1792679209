import type { ModelInfo, ModelList } from '@millrace/engine/run';
import { type Client, ModelOptions } from '@millrace/react';
import { useState } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { AnswerActions } from '../frame/answer-actions.tsx';
import { draftProblems } from '../frame/answer-draft.ts';
import { ModelFacts } from '../frame/model-facts.tsx';
import { SettingFields } from '../frame/setting-fields.tsx';
import { useAnswerForm, useAnswers } from '../frame/use-answers.ts';

export interface ModelDefaultsProps {
  readonly client: Client;
  readonly rev: number | undefined;
  readonly models: ModelList;
}

/** The account's default settings of a model, for all chats. */
export function ModelDefaults({ client, rev, models }: ModelDefaultsProps) {
  const { answers: words } = usePageWords();
  const [chosen, setChosen] = useState<string>();
  const account = useAnswers({ client, rev });
  const settingsOf = (id: string): NonNullable<ModelInfo['settings']> =>
    models.models.find((each) => each.id === id)?.settings ?? [];
  const form = useAnswerForm('account:models', account, settingsOf);
  const withSettings = models.models.filter(({ settings = [] }) => settings.length > 0);
  const model = withSettings.find(({ id }) => id === (chosen ?? models.default)) ?? withSettings[0];
  const { kept, failed } = account;
  const { draft } = form;
  if (model === undefined) return null;
  const isWrong =
    draft !== undefined &&
    kept !== undefined &&
    Object.keys(draft.models).some((id) => draftProblems(kept, draft, id, settingsOf(id)).length > 0);
  return (
    <section aria-labelledby="model-defaults">
      <h3 id="model-defaults">{words.settings}</h3>
      <p>{words.settingsHelp}</p>
      {failed && (
        <p className="app-problem" role="alert">
          {words.failed}
        </p>
      )}
      <label className="app-default">
        <strong>{words.model}</strong>
        <select value={model.id} onChange={({ target }) => setChosen(target.value)}>
          <ModelOptions models={withSettings} />
        </select>
      </label>
      {kept && (
        <form
          className="app-answers"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isWrong) form.submit();
          }}
        >
          <ModelFacts model={model} />
          <SettingFields model={model} kept={kept} form={form} />
          <AnswerActions form={form} isWrong={isWrong} />
        </form>
      )}
    </section>
  );
}

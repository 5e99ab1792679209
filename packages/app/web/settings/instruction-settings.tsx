import type { Client } from '@millrace/react';
import { usePageWords } from '../base/page-words.ts';
import { AnswerActions } from '../frame/answer-actions.tsx';
import { isTooLong } from '../frame/answer-draft.ts';
import { PromptField } from '../frame/prompt-field.tsx';
import { useAnswerForm, useAnswers } from '../frame/use-answers.ts';

/** The instructions that hold in all chats. */
export function InstructionSettings(props: { readonly client: Client; readonly rev: number | undefined }) {
  const { answers: words } = usePageWords();
  const account = useAnswers(props);
  const form = useAnswerForm('account:prompt', account, () => []);
  const { kept, failed } = account;
  const { draft } = form;
  return (
    <section>
      <h2>{words.instructions}</h2>
      <p>{words.instructionsHelp}</p>
      {failed && (
        <p className="app-problem" role="alert">
          {words.failed}
        </p>
      )}
      {kept && (
        <form
          className="app-answers"
          onSubmit={(event) => {
            event.preventDefault();
            form.submit();
          }}
        >
          <PromptField label={words.forAll} text={draft?.prompt ?? kept.prompt} onText={form.setPrompt} />
          <AnswerActions form={form} isWrong={isTooLong(draft?.prompt)} />
        </form>
      )}
    </section>
  );
}

import './chat-settings.css';
import type { ModelInfo } from '@millrace/engine/run';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { settingsPath } from '../base/settings-sections.ts';
import { AnswerActions } from '../frame/answer-actions.tsx';
import { draftProblems, isTooLong } from '../frame/answer-draft.ts';
import { AppLink } from '../frame/app-link.tsx';
import { ModelFacts } from '../frame/model-facts.tsx';
import { PromptField } from '../frame/prompt-field.tsx';
import { SettingFields } from '../frame/setting-fields.tsx';
import { type Answers, useAnswerForm } from '../frame/use-answers.ts';
import { SealedChoice } from './sealed-choice.tsx';

export interface ChatSettingsPanelProps {
  readonly chatId: string;
  readonly chat: Answers;
  readonly account: Answers;
  /** The instructions of the chat's project, where it has some. */
  readonly project?: string | undefined;
  /** The model that answers next. */
  readonly model: ModelInfo | undefined;
  readonly onClose: () => void;
}

/** The instructions that a chat's model reads, and its settings, in a dialog. Escape closes it; what is not saved stays. */
export function ChatSettingsPanel(props: ChatSettingsPanelProps) {
  const { answers: words } = usePageWords();
  const { chatId, chat, account, project, model, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const form = useAnswerForm(`chat:${chatId}`, chat, (id) =>
    id === model?.id ? (model.settings ?? []) : [],
  );
  const { kept } = chat;
  const { draft } = form;
  const problems = draft && kept && model ? draftProblems(kept, draft, model.id, model.settings ?? []) : [];
  const isWrong = problems.length > 0 || isTooLong(draft?.prompt);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      className="app-panel"
      aria-labelledby={title}
      onClose={onClose}
      // The box of the dialog is filled by the form: what is hit beside it is the backdrop.
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isWrong) form.submit();
        }}
      >
        <header>
          <h2 id={title}>{words.ofChat}</h2>
          <button
            type="button"
            className="mr-icon"
            aria-label={words.close}
            title={words.close}
            onClick={() => dialog.current?.close()}
          >
            <X size={20} aria-hidden="true" />
          </button>
        </header>
        <div className="app-panel-body">
          {(chat.failed || account.failed) && (
            <p className="app-bad" role="alert">
              {words.failed}
            </p>
          )}
          <Given label={words.forAll} text={account.kept?.prompt}>
            <AppLink href={settingsPath('instructions')} onOpen={() => dialog.current?.close()}>
              {words.changeForAll}
            </AppLink>
          </Given>
          {project !== undefined && <Given label={words.forProject} text={project} />}
          {kept && (
            <PromptField
              label={words.forChat}
              help={words.chatHelp}
              text={draft?.prompt ?? kept.prompt}
              onText={form.setPrompt}
            />
          )}
          {kept && model && (
            <section aria-label={words.settingsOf(model.name)}>
              <h3>{words.settingsOf(model.name)}</h3>
              <ModelFacts model={model} />
              <SettingFields
                model={model}
                kept={kept}
                form={form}
                defaults={account.kept?.models[model.id]}
              />
            </section>
          )}
          <SealedChoice chatId={chatId} />
        </div>
        <footer>
          <AnswerActions form={form} isWrong={isWrong} />
        </footer>
      </form>
    </dialog>
  );
}

/** Instructions that hold here and are written elsewhere. */
function Given(props: {
  readonly label: string;
  readonly text: string | undefined;
  readonly children?: ReactNode;
}) {
  const { answers: words } = usePageWords();
  return (
    <div className="app-given">
      <h3>{props.label}</h3>
      <p dir="auto">{props.text || words.none}</p>
      {props.children}
    </div>
  );
}

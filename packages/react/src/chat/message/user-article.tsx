'use client';

import type { MessageFile } from '@millrace/engine/run';
import { Pencil } from 'lucide-react';
import { memo, use, useRef } from 'react';
import { useAttempt } from '../../client/use-attempt.ts';
import { MessageFiles } from '../../files/message-files.tsx';
import { useWords } from '../../words/words-context.ts';
import { EditedMessageContext } from '../state/edited-message.ts';
import { TurnActionsContext } from '../state/turn-actions.ts';
import { BranchPicker } from './branch-picker.tsx';
import { CopyButton } from './copy-button.tsx';
import { EditMessage } from './edit-message.tsx';
import { GoBackButton } from './go-back.tsx';
import { UserText } from './user-text.tsx';

export interface UserArticleProps {
  readonly id: string;
  readonly text: string;
  readonly files?: readonly MessageFile[] | undefined;
  /** The run that has answered it. */
  readonly runId: string | undefined;
  /** The versions of the message, itself among them. */
  readonly branches?: readonly string[] | undefined;
}

/** A person's message, and the buttons for it. */
export const UserArticle = memo(function UserArticle({ id, text, files, runId, branches }: UserArticleProps) {
  const strings = useWords();
  const turns = use(TurnActionsContext);
  /** The version that is edited; another one that replaces it is not. */
  const { id: edited, edit: setEdited } = use(EditedMessageContext);
  const { busy, problem, run } = useAttempt();
  const editButton = useRef<HTMLButtonElement>(null);
  const edits = edited === id && turns?.canAct === true;

  function leave(): void {
    setEdited(undefined);
    // The button is there again after the next drawing.
    requestAnimationFrame(() => editButton.current?.focus());
  }
  async function send(words: string): Promise<void> {
    if (turns !== undefined && (await run(() => turns.edit(id, words)))) setEdited(undefined);
  }

  return (
    <article className="mr-message mr-message-user" data-message={id}>
      <h2 className="mr-sr-only">{strings.you}</h2>
      {files !== undefined && <MessageFiles files={files} />}
      {edits && <EditMessage text={text} busy={busy} onSend={(words) => void send(words)} onCancel={leave} />}
      {!edits && text.trim() !== '' && <UserText id={id} text={text} />}
      <div className="mr-actions">
        {!edits && (
          <>
            {text.trim() !== '' && <CopyButton text={text} />}
            {turns?.canAct && (
              <button
                type="button"
                className="mr-icon"
                ref={editButton}
                aria-label={strings.editMessage}
                title={strings.editMessage}
                onClick={() => setEdited(id)}
              >
                <Pencil size={16} aria-hidden="true" />
              </button>
            )}
            {runId !== undefined && <GoBackButton runId={runId} text={text} />}
          </>
        )}
        {branches !== undefined && branches.length > 1 && (
          <BranchPicker
            branches={branches}
            current={id}
            disabled={busy || turns?.canAct !== true}
            onChoose={(other) => void run(async () => turns?.choose(other))}
          />
        )}
        {problem !== undefined && (
          <p className="mr-action-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
    </article>
  );
});

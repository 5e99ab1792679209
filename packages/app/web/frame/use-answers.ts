import type { AnswerSettings, AnswerSettingsRequest, ModelSetting } from '@millrace/engine/run';
import type { Client } from '@millrace/react';
import { useEffect, useState } from 'react';
import { type AnswerDraft, isTooLong, requestOf, withoutSame } from './answer-draft.ts';

/** Instructions and settings of one place, kept current. */
export interface Answers {
  /** Undefined while they are not loaded. */
  readonly kept: AnswerSettings | undefined;
  readonly failed: boolean;
  readonly save: (request: AnswerSettingsRequest) => Promise<void>;
}

const NONE: AnswerSettings = { prompt: '', models: {}, rev: 0 };

export interface AnswerPlace {
  readonly client: Client;
  /** A chat, or without one the account. */
  readonly chatId?: string | undefined;
  /** Another number: they changed on some device. */
  readonly rev: number | undefined;
  /** False for a chat that the server does not have yet. */
  readonly isThere?: boolean;
  /** False while nobody needs to know them. */
  readonly isWanted?: boolean;
}

/** The instructions and settings of the account or of a chat. */
export function useAnswers(place: AnswerPlace): Answers {
  const { client, chatId, rev, isThere = true, isWanted = true } = place;
  const [kept, setKept] = useState<AnswerSettings>();
  const [failed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another rev means another state on the server
  useEffect(() => {
    if (!isWanted) return;
    let isHere = true;
    const read = isThere ? client.answers(chatId) : Promise.resolve(NONE);
    read.then(
      (answers) => {
        if (!isHere) return;
        setFailed(false);
        // An answer that was on its way while something was saved is older.
        setKept((now) => (now !== undefined && now.rev > answers.rev ? now : answers));
      },
      () => isHere && setFailed(true),
    );
    return () => {
      isHere = false;
    };
  }, [client, chatId, isThere, isWanted, rev]);
  return {
    kept,
    failed,
    async save(request) {
      if (!isThere && chatId !== undefined) await client.createChat(chatId);
      setKept(await client.changeAnswers(chatId, request));
    },
  };
}

// Words that are not saved survive closing the panel and looking elsewhere.
const drafts = new Map<string, AnswerDraft>();

/** Forgets what was written and not saved. */
export function forgetAnswerDrafts(): void {
  drafts.clear();
}

/** A form over instructions and settings. */
export interface AnswerForm {
  /** Undefined when nothing was changed. */
  readonly draft: AnswerDraft | undefined;
  readonly setPrompt: (text: string) => void;
  readonly setField: (model: string, name: string, text: string) => void;
  readonly discard: () => void;
  readonly submit: () => void;
  readonly state: 'idle' | 'saving' | 'saved' | 'failed';
  /** True when another device saved something after the first change here. */
  readonly isElsewhere: boolean;
}

/** Keeps what a person changes until it is saved. `place` names the form. */
export function useAnswerForm(
  place: string,
  { kept, save }: Answers,
  settingsOf: (model: string) => readonly ModelSetting[],
): AnswerForm {
  const [touched, setTouched] = useState(() => drafts.get(place));
  const [state, setState] = useState<AnswerForm['state']>('idle');
  const draft = touched && kept && withoutSame(kept, touched);

  function touch(change: (before: AnswerDraft) => AnswerDraft): void {
    const next = change(draft ?? { models: {}, rev: kept?.rev ?? 0 });
    drafts.set(place, next);
    setTouched(next);
    setState('idle');
  }
  function discard(): void {
    drafts.delete(place);
    setTouched(undefined);
    setState('idle');
  }
  async function submit(): Promise<void> {
    if (draft === undefined || state === 'saving' || isTooLong(draft.prompt)) return;
    setState('saving');
    try {
      await save(requestOf(draft, settingsOf));
      discard();
      setState('saved');
    } catch {
      setState('failed');
    }
  }
  return {
    draft,
    setPrompt: (prompt) => touch((before) => ({ ...before, prompt })),
    setField: (model, name, text) =>
      touch((before) => ({
        ...before,
        models: { ...before.models, [model]: { ...before.models[model], [name]: text } },
      })),
    discard,
    submit: () => void submit(),
    state,
    isElsewhere: draft !== undefined && kept !== undefined && kept.rev > draft.rev,
  };
}

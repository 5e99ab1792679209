import {
  type AccountInfo,
  DEFAULT_TOKEN_DAYS,
  type NewApiTokenRequest,
  TOKEN_DAYS,
  TOKEN_SCOPES,
} from '@millrace/engine/run';
import { ApiError, closeOnEscape } from '@millrace/react';
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { usePageWords } from '../../base/page-words.ts';
import { manages } from '../../base/settings-sections.ts';
import { ToldOnce } from './told-once.tsx';

export interface TokenPanelProps {
  readonly role: AccountInfo['role'] | undefined;
  /** Gives the text of a new token. */
  readonly onCreate: (request: NewApiTokenRequest) => Promise<string>;
  readonly onClose: () => void;
}

/** Asks what a token is for and what it may do, then shows its text, once. */
export function TokenPanel({ role, onCreate, onClose }: TokenPanelProps) {
  const strings = usePageWords();
  const words = strings.newToken;
  const title = useId();
  const [token, setToken] = useState<string>();
  function onKey(event: KeyboardEvent): void {
    if (token === undefined) closeOnEscape(event, onClose);
    // Nobody can bring the text back: only its own button closes it.
    else if (event.key === 'Escape') event.preventDefault();
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form is inside, and no fieldset around it
    <div className="app-invite" role="group" aria-labelledby={title} onKeyDown={onKey}>
      <h3 id={title}>{token === undefined ? words.title : words.made}</h3>
      {token === undefined ? (
        <TokenForm
          role={role}
          onCreate={async (request) => setToken(await onCreate(request))}
          onCancel={onClose}
        />
      ) : (
        <>
          <ToldOnce text={token} words={words} />
          <div className="app-connect">
            <button type="button" className="mr-button" onClick={onClose}>
              {words.done}
            </button>
          </div>
        </>
      )}
    </div>
  );
}

interface TokenFormProps {
  readonly role: AccountInfo['role'] | undefined;
  readonly onCreate: (request: NewApiTokenRequest) => Promise<void>;
  readonly onCancel: () => void;
}

type Wrong = 'noName' | 'noScope' | 'tooMany' | 'failed';

/** Enough for a program that chats; more has to be chosen. */
const USUAL: ReadonlySet<string> = new Set(['read', 'chat']);

function TokenForm({ role, onCreate, onCancel }: TokenFormProps) {
  const { newToken: words, cancel } = usePageWords();
  const [wrong, setWrong] = useState<Wrong>();
  const [asking, setAsking] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const told = useId();
  function refuse(why: Wrong, field: string): void {
    setWrong(why);
    form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
  }
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (asking) return;
    const fields = new FormData(event.currentTarget);
    const name = String(fields.get('name') ?? '').trim();
    const scopes = TOKEN_SCOPES.filter((scope) => fields.getAll('scope').includes(scope));
    const days = TOKEN_DAYS.find((each) => String(each) === fields.get('days')) ?? null;
    if (name === '') return refuse('noName', 'name');
    if (scopes.length === 0) return refuse('noScope', 'scope');
    setAsking(true);
    setWrong(undefined);
    try {
      await onCreate({ name, scopes, days });
    } catch (error) {
      setWrong(error instanceof ApiError && error.code === 'too_many' ? 'tooMany' : 'failed');
      setAsking(false);
    }
  }
  const tells = (...whys: readonly Wrong[]) =>
    wrong !== undefined && whys.includes(wrong) ? { 'aria-describedby': told } : {};
  return (
    <form
      ref={form}
      className="app-connect"
      noValidate
      onChange={() => setWrong(undefined)}
      onSubmit={(event) => void submit(event)}
    >
      <label>
        {words.name}
        <input
          name="name"
          maxLength={100}
          autoComplete="off"
          dir="auto"
          required
          placeholder={words.nameHint}
          aria-invalid={wrong === 'noName' || undefined}
          {...tells('noName')}
          // biome-ignore lint/a11y/noAutofocus: the person has just opened the panel
          autoFocus
        />
      </label>
      <label className="app-short">
        {words.life}
        <select name="days" defaultValue={DEFAULT_TOKEN_DAYS}>
          {TOKEN_DAYS.map((days) => (
            <option key={days} value={days}>
              {words.days(days)}
            </option>
          ))}
          <option value="none">{words.endless}</option>
        </select>
      </label>
      <fieldset className="app-wide app-scopes" {...tells('noScope')}>
        <legend>{words.scopes}</legend>
        {TOKEN_SCOPES.map((scope) => (
          <label key={scope}>
            <input type="checkbox" name="scope" value={scope} defaultChecked={USUAL.has(scope)} />
            <span>
              <strong>{words.scope[scope]}</strong>
              <span>{scope === 'admin' && !manages(role) ? words.memberAdmin : words.mayDo[scope]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {wrong !== undefined && (
        <p id={told} className="app-problem" role="alert">
          {words[wrong]}
        </p>
      )}
      <button type="submit" className="mr-button mr-button-primary" aria-disabled={asking}>
        {words.create}
      </button>
      <button type="button" className="mr-button" onClick={onCancel}>
        {cancel}
      </button>
    </form>
  );
}

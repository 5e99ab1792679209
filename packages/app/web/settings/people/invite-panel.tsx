import type { InviteRequest } from '@millrace/engine/run';
import { ApiError, closeOnEscape } from '@millrace/react';
import { X } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { usePageWords } from '../../base/page-words.ts';
import { GIVEN_ROLES } from './person-row.tsx';
import { ToldOnce } from './told-once.tsx';
import { isNotFresh } from './use-server-list.ts';

export interface InvitePanelProps {
  readonly id: string;
  /** Gives the link of a new invitation. */
  readonly onInvite: (request: InviteRequest) => Promise<string>;
  readonly onClose: () => void;
}

const DAYS = [1, 3, 7];

/** Asks for whom an invitation is, then shows its link, once. */
export function InvitePanel({ id, onInvite, onClose }: InvitePanelProps) {
  const strings = usePageWords();
  const title = useId();
  const [link, setLink] = useState<string>();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form is inside, and no fieldset around it
    <div
      className="app-invite"
      id={id}
      role="group"
      aria-labelledby={title}
      onKeyDown={(event) => closeOnEscape(event, onClose)}
    >
      <div className="app-invite-top">
        <h3 id={title}>{strings.invite.title}</h3>
        <button
          type="button"
          className="mr-icon"
          aria-label={strings.close}
          title={strings.close}
          onClick={onClose}
        >
          <X size={16} aria-hidden="true" />
        </button>
      </div>
      {link === undefined ? (
        <InviteForm onInvite={async (request) => setLink(await onInvite(request))} />
      ) : (
        <ToldOnce text={link} words={strings.invite} />
      )}
    </div>
  );
}

function InviteForm({ onInvite }: { readonly onInvite: (request: InviteRequest) => Promise<void> }) {
  const { people, invite: strings } = usePageWords();
  const [problem, setProblem] = useState<string>();
  const [asking, setAsking] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (asking) return;
    const fields = new FormData(event.currentTarget);
    setAsking(true);
    setProblem(undefined);
    try {
      await onInvite({
        name: String(fields.get('name') ?? '').trim(),
        role: fields.get('role') === 'admin' ? 'admin' : 'member',
        hours: Number(fields.get('days')) * 24,
      });
    } catch (error) {
      const isFull = error instanceof ApiError && error.code === 'too_many';
      if (!isNotFresh(error)) setProblem(isFull ? strings.tooMany : people.failed);
      setAsking(false);
    }
  }
  return (
    <form className="app-connect" onSubmit={(event) => void submit(event)}>
      <label>
        {strings.whom}
        <input
          name="name"
          maxLength={100}
          autoComplete="off"
          dir="auto"
          placeholder={strings.whomHint}
          // biome-ignore lint/a11y/noAutofocus: the person has just opened the panel
          autoFocus
        />
      </label>
      <label className="app-short">
        {strings.role}
        <select name="role" defaultValue="member">
          {GIVEN_ROLES.map((role) => (
            <option key={role} value={role}>
              {people.roles[role]}
            </option>
          ))}
        </select>
      </label>
      <label className="app-short">
        {strings.hours}
        <select name="days" defaultValue={3}>
          {DAYS.map((days) => (
            <option key={days} value={days}>
              {strings.days(days)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="mr-button mr-button-primary" aria-disabled={asking}>
        {strings.create}
      </button>
      {problem !== undefined && (
        <p className="app-problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

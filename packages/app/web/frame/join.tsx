import { ApiError, type Client, problemOf, useWords } from '@millrace/react';
import { type FormEvent, useId, useState } from 'react';
import { usePageWords } from '../base/page-words.ts';

/** An invitation as the server tells it to somebody who has its link. */
export interface OpenInvitation {
  readonly token: string;
  readonly role: 'admin' | 'member';
  /** The name that the person who invites has suggested, or none. */
  readonly name: string;
}

/** The invitation that a refused sign-in speaks of. Pure. */
export function invitationOf(token: string, error: unknown): OpenInvitation | undefined {
  if (!(error instanceof ApiError) || error.code !== 'invitation') return undefined;
  const { name, role } = {
    ...(error.body as { readonly name?: unknown; readonly role?: unknown } | undefined),
  };
  return {
    token,
    role: role === 'admin' ? 'admin' : 'member',
    name: typeof name === 'string' ? name : '',
  };
}

export interface JoinProps {
  readonly client: Client;
  readonly invitation: OpenInvitation;
  readonly onDone: () => void;
}

/** Asks for a name, and makes the account that an invitation is for. */
export function Join({ client, invitation, onDone }: JoinProps) {
  const strings = usePageWords();
  const words = useWords();
  const problemId = useId();
  const [joining, setJoining] = useState(false);
  const [problem, setProblem] = useState<{ readonly text: string; readonly ofName?: true }>();
  const { token, role, name } = invitation;

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (joining) return;
    const field = event.currentTarget.elements.namedItem('name') as HTMLInputElement;
    const chosen = field.value.trim();
    if (chosen === '') {
      setProblem({ text: strings.invitation.noName, ofName: true });
      return field.focus();
    }
    setProblem(undefined);
    setJoining(true);
    try {
      await client.signIn(token, { name: chosen });
      onDone();
    } catch (error) {
      const isGone = error instanceof ApiError && error.code === 'bad_token';
      setProblem({ text: isGone ? strings.invitation.gone : problemOf(words, error) });
      setJoining(false);
    }
  }

  return (
    <>
      <p>
        {strings.invitation.as[role]} {strings.invitation.help}
      </p>
      <form className="app-join" noValidate onSubmit={(event) => void submit(event)}>
        <label>
          {strings.invitation.name}
          <input
            name="name"
            defaultValue={name}
            maxLength={100}
            autoComplete="name"
            dir="auto"
            required
            // biome-ignore lint/a11y/noAutofocus: it is the only thing that this page asks for
            autoFocus
            aria-invalid={problem?.ofName}
            aria-describedby={problem && problemId}
          />
        </label>
        {problem && (
          <p id={problemId} className="app-bad" role="alert">
            {problem.text}
          </p>
        )}
        <button type="submit" className="mr-button mr-button-primary" aria-disabled={joining}>
          {joining ? strings.invitation.joining : strings.invitation.join}
        </button>
      </form>
    </>
  );
}

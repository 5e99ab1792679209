import type { AccountInfo, InvitationInfo, InviteRequest } from '@millrace/engine/run';
import type { Client } from '@millrace/react';
import { UserPlus } from 'lucide-react';
import { useCallback, useId, useRef, useState } from 'react';
import { usePageWords } from '../../base/page-words.ts';
import { InvitePanel } from './invite-panel.tsx';
import { PersonRow } from './person-row.tsx';
import { useServerList } from './use-server-list.ts';

export interface PeopleSettingsProps {
  readonly client: Client;
  /** The account that looks. */
  readonly account: AccountInfo;
}

/** Everybody on the server, open invitations, and the way to invite. For the owner and admins. */
export function PeopleSettings({ client, account }: PeopleSettingsProps) {
  const { sections, people: strings } = usePageWords();
  const load = useCallback(() => client.listPeople(), [client]);
  const { list, problem, said, heading, reload, change } = useServerList(load, strings);
  const [now] = useState(Date.now);
  const { did } = strings;

  async function invite(request: InviteRequest): Promise<string> {
    const { path } = await client.invite(request);
    // The link is there already; the list may come later.
    reload().catch(() => {});
    return `${location.origin}${path}`;
  }
  return (
    <section>
      <h2 ref={heading} tabIndex={-1}>
        {sections.people}
      </h2>
      <p>{strings.help}</p>
      {problem !== undefined && (
        <p className="app-problem" role="alert">
          {problem}
        </p>
      )}
      <p className="mr-sr-only" role="status">
        {said}
      </p>
      {list && (
        <>
          <ul className="app-providers">
            {list.people.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                isYou={person.id === account.id}
                onRole={(role) =>
                  void change(
                    client.changePerson(person.id, { role }),
                    did.role(person.name, strings.roles[role]),
                  )
                }
                onStatus={(status) =>
                  void change(
                    client.changePerson(person.id, { status }),
                    status === 'active' ? did.restored(person.name) : did.suspended(person.name),
                  )
                }
                onRemove={() => void change(client.removePerson(person.id), did.removed(person.name))}
              />
            ))}
            {list.invitations.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                now={now}
                onTakeBack={() => void change(client.takeBack(invitation.id), did.takenBack)}
              />
            ))}
          </ul>
          <Invite count={strings.count(list.people.length, list.invitations.length)} onInvite={invite} />
        </>
      )}
    </section>
  );
}

interface InvitationRowProps {
  readonly invitation: InvitationInfo;
  readonly now: number;
  readonly onTakeBack: () => void;
}

function InvitationRow({ invitation, now, onTakeBack }: InvitationRowProps) {
  const { people: strings } = usePageWords();
  const name = invitation.name === '' ? strings.anyone : invitation.name;
  return (
    <li className="app-provider">
      <div>
        <strong dir="auto">{name}</strong>
        <p>{`${strings.unused} · ${strings.expires(invitation.expires_at, now)}`}</p>
      </div>
      <span className="app-quiet">{strings.roles[invitation.role]}</span>
      <button
        type="button"
        className="mr-button"
        aria-label={strings.takeBackFrom(name)}
        onClick={onTakeBack}
      >
        {strings.takeBack}
      </button>
    </li>
  );
}

interface InviteProps {
  readonly count: string;
  readonly onInvite: (request: InviteRequest) => Promise<string>;
}

/** The button that invites, and the panel at it. */
function Invite({ count, onInvite }: InviteProps) {
  const { invite: strings } = usePageWords();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  function close(): void {
    setOpen(false);
    button.current?.focus();
  }
  return (
    <>
      <div className="app-invite-line">
        <p>{count}</p>
        <button
          ref={button}
          type="button"
          className="mr-button mr-button-primary"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          <UserPlus size={16} aria-hidden="true" />
          {strings.open}
        </button>
      </div>
      {open && <InvitePanel id={id} onInvite={onInvite} onClose={close} />}
    </>
  );
}

import type { AccountInfo } from '@millrace/engine/run';
import { usePageWords } from '../../base/page-words.ts';
import { ConfirmButton } from './confirm-button.tsx';

/** The roles that can be given. */
export const GIVEN_ROLES = ['member', 'admin'] as const;

export interface PersonRowProps {
  readonly person: AccountInfo;
  /** True for the account that looks: nobody changes their own role. */
  readonly isYou: boolean;
  readonly onRole: (role: (typeof GIVEN_ROLES)[number]) => void;
  readonly onStatus: (status: AccountInfo['status']) => void;
  readonly onRemove: () => void;
}

/** A person with their role, and what can be done about them. */
export function PersonRow(props: PersonRowProps) {
  const { people: strings } = usePageWords();
  const { person, isYou, onRemove } = props;
  const { name, role, status, created_at } = person;
  const isSuspended = status === 'suspended';
  return (
    <li className={isSuspended ? 'app-provider app-suspended' : 'app-provider'}>
      <div>
        <strong dir="auto">{name === '' ? strings.unnamed : name}</strong>{' '}
        {isYou && <span className="app-quiet">{strings.you}</span>}
        <p>{isSuspended ? strings.suspendedHelp : strings.since(created_at)}</p>
      </div>
      {isYou || role === 'owner' ? (
        <span className="app-quiet">{strings.roles[role]}</span>
      ) : (
        <>
          {isSuspended ? <span className="app-pill">{strings.suspended}</span> : <RoleChoice {...props} />}
          <StatusButton {...props} />
          <ConfirmButton
            text={strings.remove}
            label={strings.removePerson(name)}
            question={strings.removeQuestion(name)}
            onConfirm={onRemove}
          />
        </>
      )}
    </li>
  );
}

function RoleChoice({ person, onRole }: PersonRowProps) {
  const { people: strings } = usePageWords();
  return (
    <select
      value={person.role}
      aria-label={strings.roleOf(person.name)}
      onChange={({ target }) => {
        const chosen = GIVEN_ROLES.find((role) => role === target.value);
        if (chosen) onRole(chosen);
      }}
    >
      {GIVEN_ROLES.map((role) => (
        <option key={role} value={role}>
          {strings.roles[role]}
        </option>
      ))}
    </select>
  );
}

function StatusButton({ person: { name, status }, onStatus }: PersonRowProps) {
  const { people: strings } = usePageWords();
  const isSuspended = status === 'suspended';
  return (
    <button
      type="button"
      className="mr-button"
      aria-label={isSuspended ? strings.restorePerson(name) : strings.suspendPerson(name)}
      onClick={() => onStatus(isSuspended ? 'active' : 'suspended')}
    >
      {isSuspended ? strings.restore : strings.suspend}
    </button>
  );
}

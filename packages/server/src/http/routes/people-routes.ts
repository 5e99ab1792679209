import { randomUUID } from 'node:crypto';
import {
  type AccountInfo,
  changePersonRequest,
  type InvitationInfo,
  type Invited,
  inviteRequest,
  type PeopleList,
} from '@millrace/engine/run';
import { Hono } from 'hono';
import type { Account, AccountChange, Invitation, PeopleStore } from '../../store/account.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';
import { issueInvitation } from '../sign-in/issue-tokens.ts';

export interface PeopleParts {
  readonly store: PeopleStore;
  /** Signs out who may no longer be here, on every server. */
  readonly closeDoors: () => void;
  /** Removes what an account kept outside of the store. */
  readonly removeRoom?: ((account: string) => Promise<void>) | undefined;
}

const HOUR_MS = 60 * 60 * 1000;
const INVITATION_HOURS = 72;
const MOST_INVITATIONS = 100;

/** The people of a server and their invitations. For the owner and admins. */
export function peopleRoutes({ store, closeDoors, removeRoom }: PeopleParts): Hono {
  const routes = new Hono();

  routes.get('/', async (c) =>
    c.json<PeopleList>({
      people: (await store.listAccounts()).map(accountInfo),
      invitations: (await store.listInvitations(Date.now())).map(invitationInfo),
    }),
  );

  routes.post('/invitations', async (c) => {
    const { name, role, hours = INVITATION_HOURS } = await jsonBody(c, inviteRequest);
    const createdAt = Date.now();
    if ((await store.listInvitations(createdAt)).length >= MOST_INVITATIONS)
      throw problem(
        409,
        'too_many',
        `There can be at most ${MOST_INVITATIONS} open invitations. Take one back first.`,
      );
    const times = { createdAt, expiresAt: createdAt + hours * HOUR_MS };
    const invitation = { id: randomUUID(), name, role, by: c.get('account').id, ...times };
    const token = await issueInvitation(store, invitation);
    return c.json<Invited>({ ...invitationInfo(invitation), path: `/start#${token}` });
  });

  routes.delete('/invitations/:id', async (c) => {
    if (!(await store.dropInvitation(c.req.param('id'))))
      throw problem(404, 'no_invitation', 'This invitation was used, taken back or has expired.');
    return c.body(null, 204);
  });

  routes.patch('/:id', async (c) => {
    const { role, status } = await jsonBody(c, changePersonRequest);
    if (c.req.param('id') === c.get('account').id) throw notYourself();
    const changed = await store.changeAccount(c.req.param('id'), {
      ...(role && { role }),
      ...(status && { status }),
    });
    closeDoors();
    return c.json<AccountInfo>(accountInfo(changedOr(changed)));
  });

  routes.delete('/:id', async (c) => {
    if (c.req.param('id') === c.get('account').id) throw notYourself();
    const { id } = changedOr(await store.removeAccount(c.req.param('id')));
    closeDoors();
    await removeRoom?.(id);
    return c.body(null, 204);
  });

  return routes;
}

export function accountInfo({ id, name, role, status, createdAt }: Account): AccountInfo {
  return { id, name, role, status, created_at: createdAt };
}

function invitationInfo({ id, name, role, createdAt, expiresAt }: Omit<Invitation, 'hash'>): InvitationInfo {
  return { id, name, role, created_at: createdAt, expires_at: expiresAt };
}

function changedOr(change: AccountChange): Account {
  if (change === 'no_account') throw problem(404, 'no_person', 'There is no such person here.');
  if (change === 'owner')
    throw problem(409, 'owner', "The owner can't be suspended, removed or given another role.");
  return change;
}

function notYourself(): Error {
  return problem(
    409,
    'yourself',
    "You can't change your own role or remove yourself. Ask another admin or the owner.",
  );
}

import {
  type AccountInfo,
  changeAccountRequest,
  type DeviceInfo,
  type DeviceList,
} from '@millrace/engine/run';
import { type Context, Hono } from 'hono';
import type { PeopleStore, SessionStore } from '../../store/account.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';
import { accountInfo } from './people-routes.ts';

export interface DeviceParts {
  readonly store: SessionStore & PeopleStore;
  /** Signs out who may no longer be here, on every server. */
  readonly closeDoors: () => void;
}

/** The own account. */
export function accountRoutes(store: PeopleStore): Hono {
  const routes = new Hono();
  routes.get('/', (c) => c.json<AccountInfo>(accountInfo(c.get('account'))));
  routes.patch('/', async (c) => {
    const changed = await store.changeAccount(c.get('account').id, await jsonBody(c, changeAccountRequest));
    if (typeof changed === 'string') throw problem(404, 'no_person', 'There is no such person here.');
    return c.json<AccountInfo>(accountInfo(changed));
  });
  return routes;
}

/** The devices of the own account. */
export function deviceRoutes({ store, closeDoors }: DeviceParts): Hono {
  const routes = new Hono();

  routes.get('/', async (c) => {
    const sessions = await store.listSessions(c.get('account').id, Date.now());
    const devices = sessions.map(
      ({ hash, name, createdAt, seenAt, expiresAt }): DeviceInfo => ({
        ...{ id: hash, name, created_at: createdAt, seen_at: seenAt, expires_at: expiresAt },
        current: hash === sessionOf(c),
      }),
    );
    return c.json<DeviceList>({ devices });
  });

  routes.delete('/', async (c) => {
    await store.dropOtherSessions(c.get('account').id, sessionOf(c));
    closeDoors();
    return c.body(null, 204);
  });

  routes.delete('/:id', async (c) => {
    if (!(await store.dropSession(c.get('account').id, c.req.param('id'))))
      throw problem(404, 'no_device', 'This device is not signed in.');
    closeDoors();
    return c.body(null, 204);
  });

  return routes;
}

function sessionOf(c: Context): string | undefined {
  const pass = c.get('pass');
  return pass.type === 'session' ? pass.hash : undefined;
}

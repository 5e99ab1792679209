import {
  type ApiTokenInfo,
  type ApiTokenList,
  type MadeApiToken,
  newApiTokenRequest,
} from '@millrace/engine/run';
import { Hono } from 'hono';
import type { ServerStore } from '../../store/store.ts';
import { type ApiToken, MOST_TOKENS, type TokenStore } from '../../store/token-store.ts';
import { issueApiToken } from '../request/api-tokens.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';

export interface TokenParts {
  readonly store: TokenStore & Pick<ServerStore, 'vaultOf'>;
  /** Ends what may no longer be read, on every server. */
  readonly closeDoors: () => void;
  /** A token works no more: what it could open gets new keys. */
  readonly onRevoke: () => Promise<void>;
}

/** The API tokens of the own account. */
export function tokenRoutes({ store, closeDoors, onRevoke }: TokenParts): Hono {
  const routes = new Hono();

  routes.get('/', async (c) => {
    const tokens = await store.listApiTokens(c.get('account').id);
    return c.json<ApiTokenList>({ tokens: tokens.map(tokenInfo) });
  });

  routes.post('/', async (c) => {
    const issued = await issueApiToken(store, c.get('account').id, await jsonBody(c, newApiTokenRequest));
    if (issued === 'no_account') throw problem(404, 'no_person', 'There is no such person here.');
    if (issued === 'too_many')
      throw problem(
        409,
        'too_many',
        `An account can have at most ${MOST_TOKENS} API tokens. Revoke one first.`,
      );
    return c.json<MadeApiToken>({ ...tokenInfo({ ...issued.kept, usedAt: null }), token: issued.token });
  });

  routes.delete('/:id', async (c) => {
    if (!(await store.dropApiToken(c.get('account').id, c.req.param('id'))))
      throw problem(404, 'no_token', 'This API token was revoked before, or never was.');
    closeDoors();
    await onRevoke();
    return c.body(null, 204);
  });

  return routes;
}

function tokenInfo({ id, name, scopes, createdAt, expiresAt, usedAt }: ApiToken): ApiTokenInfo {
  return {
    ...{ id, name, scopes: [...scopes] },
    ...{ created_at: createdAt, expires_at: expiresAt, used_at: usedAt },
  };
}

import type { TokenScope } from '@millrace/engine/run';
import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { type Pass, sessionOnly } from './caller.ts';
import { problem } from './problem.ts';

/**
 * The routes that API tokens may ask, by the scope that each needs. A route that is not here is closed to every token: those about
 * tokens, devices and sessions, and those that make links which sign somebody in, also as somebody new. A token that could do so
 * would outlive its end.
 */
const ROUTES: Readonly<Record<TokenScope, readonly string[]>> = {
  read: [
    'GET /api/openapi.json',
    'GET /api/account',
    'GET /api/models',
    'GET /api/modes',
    'GET /api/sync',
    'GET /api/chats',
    'GET /api/chats/:id/messages',
    'GET /api/chats/:id/queue',
    'GET /api/chats/:id/settings',
    'GET /api/chats/:id/sheets',
    'GET /api/chats/:id/sheets/:version',
    'GET /api/chats/:id/checkpoints',
    'GET /api/chats/:id/checkpoints/diff',
    'GET /api/files',
    'GET /api/files/:id',
    'GET /api/files/:id/outline',
    'GET /api/files/:id/sheets',
    'GET /api/projects',
    'GET /api/runs/:id/events',
    'GET /api/runs/:id/calls/:call/files',
    'GET /api/ai-sdk/chat/:id/stream',
  ],
  chat: [
    'POST /api/chat',
    'POST /api/ai-sdk/chat',
    'POST /api/chats',
    'PATCH /api/chats',
    'PATCH /api/chats/:id',
    'DELETE /api/chats/:id',
    'POST /api/chats/:id/messages',
    'POST /api/chats/:id/queue',
    'DELETE /api/chats/:id/queue/:message',
    'POST /api/chats/:id/branch',
    'POST /api/chats/:id/read',
    'POST /api/chats/:id/restore',
    'PATCH /api/chats/:id/settings',
    'PUT /api/chats/:id/sheets/:version',
    'PUT /api/files/:id',
    'PUT /api/files/:id/pieces/:index',
    'POST /api/files/:id/done',
    'DELETE /api/files/:id',
    'POST /api/projects',
    'PATCH /api/projects/:id',
    'DELETE /api/projects/:id',
    'POST /api/runs/:id/cancel',
    'POST /api/runs/:id/continue',
    'POST /api/runs/:id/revert',
    'POST /api/actions',
    'GET /api/completions/files',
    'GET /api/completions/commands',
    // The server asks other hosts for these.
    'GET /api/preview',
    'GET /api/preview/image',
  ],
  decide: [
    'POST /api/runs/:id/decisions',
    'POST /api/runs/:id/preview',
    // They reach the workspace without a question.
    'POST /api/files/:id/save',
    'POST /api/files/:id/attach',
  ],
  // Rules and trusted files decide what runs without a question, so they are settings, not chat.
  admin: [
    'PATCH /api/account',
    'GET /api/account/settings',
    'PATCH /api/account/settings',
    'GET /api/rules',
    'POST /api/rules',
    'DELETE /api/rules',
    'GET /api/memories',
    'PUT /api/memories',
    'DELETE /api/memories',
    'GET /api/workspace',
    'POST /api/workspace/instructions',
    'DELETE /api/workspace/instructions',
    'GET /api/settings',
    'PUT /api/settings',
    'GET /api/mcp',
    'PUT /api/mcp/:name',
    'DELETE /api/mcp/:name',
    'POST /api/mcp/:name/check',
    'GET /api/people',
    'PATCH /api/people/:id',
    'DELETE /api/people/:id',
    'DELETE /api/people/invitations/:id',
  ],
};

/** The scope that each route needs, by its method and path. */
export const SCOPE_OF: ReadonlyMap<string, TokenScope> = new Map(
  // The keys of the table are its scopes.
  (Object.keys(ROUTES) as TokenScope[]).flatMap((scope) =>
    ROUTES[scope].map((route) => [route, scope] as const),
  ),
);

/**
 * Lets an API token only to routes whose scope it has, and a user of an app around this server to those that have any scope: the app
 * itself knows who may come in. Sessions may ask everything. What no route of the app answers is passed on, as the doors do to a room,
 * or refused.
 */
export function requireScope(unanswered: 'pass_on' | 'refuse'): MiddlewareHandler {
  return async (c, next) => {
    const pass = c.get('pass');
    if (pass.type !== 'session') {
      // Middleware stands there as ALL.
      const routes = matchedRoutes(c).filter(({ method }) => method !== 'ALL');
      for (const { method, path } of routes) check(pass, `${method} ${path}`);
      if (routes.length === 0 && unanswered === 'refuse')
        throw problem(404, 'not_found', `There is nothing at ${c.req.path}.`);
    }
    await next();
  };
}

function check(pass: Exclude<Pass, { readonly type: 'session' }>, route: string): void {
  const needed = SCOPE_OF.get(route);
  if (needed === undefined) throw sessionOnly();
  needScope(pass, needed);
}

/** Refuses a token without a scope. Others have all of them. */
export function needScope(pass: Pass, needed: TokenScope): void {
  if (pass.type === 'token' && !pass.scopes.includes(needed))
    throw problem(
      403,
      'missing_scope',
      `This API token lacks the scope "${needed}". Make one that has it, in Settings, API tokens.`,
      { scope: needed },
    );
}

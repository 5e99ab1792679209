import { type McpServerInfo, type McpServerList, mcpServerChange } from '@millrace/engine/run';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { Mcp, McpRefusal } from '../../tools/mcp/create-mcp.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';

const STATUSES = { bad_server: 400, bad_file: 409, no_server: 404 } as const;

/** The MCP servers. What their environments and headers hold goes in and never comes out. */
export function mcpRoutes(mcp: Mcp): Hono {
  const routes = new Hono();

  routes.get('/', (c) => c.json<McpServerList>(mcp.list()));

  routes.put('/:name', async (c) => {
    const change = await jsonBody(c, mcpServerChange);
    refuse(await mcp.put(c.req.param('name'), change));
    return c.json<McpServerList>(mcp.list());
  });

  routes.delete('/:name', async (c) => {
    refuse(await mcp.remove(c.req.param('name')));
    return c.json<McpServerList>(mcp.list());
  });

  routes.post('/:name/check', async (c) => {
    await jsonBody(c, z.strictObject({}));
    const name = c.req.param('name');
    const info = await mcp.check(name);
    if (info === undefined) throw problem(404, 'no_server', `There is no MCP server ${name}.`);
    return c.json<McpServerInfo>(info);
  });

  return routes;
}

function refuse(refusal: McpRefusal | undefined): void {
  if (refusal !== undefined) throw problem(STATUSES[refusal.code], refusal.code, refusal.message);
}

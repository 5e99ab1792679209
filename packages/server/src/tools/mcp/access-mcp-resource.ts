import * as z from 'zod';
import { defineTool } from '../define/define-tool.ts';
import type { Tool } from '../define/tool.ts';
import { describeResource } from './describe-result.ts';
import type { McpConnection } from './mcp-connection.ts';
import { connectionOf, unknownServer } from './use-mcp-tool.ts';

const LISTED = 20;

/** Lets the model read a resource of an MCP server. */
export function createAccessMcpResource(connections: ReadonlyMap<string, McpConnection>): Tool {
  const input = z.object({
    server_name: z.string().describe('The name of the server'),
    uri: z.string().min(1).describe('The address of the resource'),
  });
  const tool = defineTool({
    name: 'access_mcp_resource',
    description: `Reads a resource from an MCP server.${[...connections.values()].map(listOf).join('')}`,
    input,
    effect: 'read',
    approval: ({ server_name }) => connections.get(server_name)?.config.approval ?? 'ask',
    folds: 'read',
    title: ({ server_name, uri }) => `Read ${uri} from the MCP server ${server_name}`,
    run: async ({ server_name, uri }, ctx) =>
      describeResource(await connectionOf(connections, server_name).readResource(uri, ctx)),
  });
  return {
    ...tool,
    check(given) {
      const wrong = tool.check?.(given);
      const { data } = input.safeParse(given);
      if (data === undefined || connections.has(data.server_name)) return wrong;
      return unknownServer(connections, data.server_name);
    },
  };
}

function listOf(connection: McpConnection): string {
  const uris = connection.resources();
  const more = uris.length > LISTED ? `\n… and ${uris.length - LISTED} more` : '';
  return `\n${connection.name}: ${uris.length === 0 ? 'none is listed' : uris.slice(0, LISTED).join('\n')}${more}`;
}

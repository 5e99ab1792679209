import * as z from 'zod';
import { defineTool } from '../define/define-tool.ts';
import type { Tool } from '../define/tool.ts';
import { approvalOf } from './approval-of.ts';
import { callName } from './call-name.ts';
import type { McpConnection } from './mcp-connection.ts';
import { runMcpTool, titleOf } from './mcp-tool.ts';
import { schemaProblem } from './schema-problem.ts';

type Connections = ReadonlyMap<string, McpConnection>;

/** The arguments as an object, or as its JSON, as models write it into their text. */
const args = z
  .preprocess(
    (given) => (typeof given === 'string' ? fromJson(given) : given),
    z.record(z.string(), z.unknown()),
  )
  .optional()
  .describe('The arguments of the tool, an object that matches its schema');

const input = z.object({
  server_name: z.string().describe('The name of the server'),
  tool_name: z.string().describe('The name of the tool, as its server calls it'),
  arguments: args,
});

/** Lets the model call any tool of any MCP server by the names that these have. */
export function createUseMcpTool(connections: Connections): Tool {
  const tool = defineTool({
    name: 'use_mcp_tool',
    description: `Calls a tool of an MCP server. Servers: ${[...connections.keys()].join(', ')}. Tools whose names begin with mcp__ are the same
tools; prefer those.`,
    input,
    effect: 'unsafe',
    approval: ({ server_name, tool_name }) => {
      const config = connections.get(server_name)?.config;
      return config === undefined ? 'ask' : approvalOf(config, tool_name);
    },
    title: ({ server_name, tool_name }) => titleOf(server_name, tool_name),
    run: ({ server_name, tool_name, arguments: given = {} }, ctx) =>
      runMcpTool(connectionOf(connections, server_name), tool_name, given, ctx),
  });
  return {
    ...tool,
    standsFor(given) {
      const { data } = input.safeParse(given);
      return data && { name: callName(data.server_name, data.tool_name), input: data.arguments ?? {} };
    },
    check(given) {
      const wrong = tool.check?.(given);
      if (wrong !== undefined) return wrong;
      const { server_name, tool_name, arguments: said = {} } = input.parse(given);
      const connection = connections.get(server_name);
      if (connection === undefined) return unknownServer(connections, server_name);
      const offered = connection.tools().find(({ name }) => name === tool_name);
      // One that is not known may still be there: its server is the judge.
      return offered && schemaProblem(offered.inputSchema)(said);
    },
  };
}

/** Throws in words for the model when there is no such server. */
export function connectionOf(connections: Connections, name: string): McpConnection {
  const found = connections.get(name);
  if (found === undefined) throw new Error(unknownServer(connections, name));
  return found;
}

export function unknownServer(connections: Connections, name: string): string {
  return `There is no MCP server ${name}. Available servers: ${[...connections.keys()].join(', ')}.`;
}

function fromJson(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return text;
  }
}

import type { Tool as OfferedTool } from '@modelcontextprotocol/client';
import type { Tool, ToolContext, ToolEffect, ToolInput, ToolOutcome } from '../define/tool.ts';
import { approvalOf } from './approval-of.ts';
import { callName } from './call-name.ts';
import { describeResult } from './describe-result.ts';
import type { McpConnection } from './mcp-connection.ts';
import { schemaProblem } from './schema-problem.ts';

const DESCRIPTION_LENGTH = 4_000;
/** However often a server says that it is still at work. */
const LIMIT_MS = 60 * 60_000;

/** A tool of a server as models call it: by its own name, with its own schema. */
export function mcpTool(connection: McpConnection, offered: OfferedTool): Tool {
  const { name: server, config } = connection;
  const { $schema: _, ...schema } = offered.inputSchema;
  let check: ((value: unknown) => string | undefined) | undefined;
  return {
    name: callName(server, offered.name),
    description: describe(offered, server),
    input_schema: schema,
    effect: effectOf(offered),
    approval: approvalOf(config, offered.name),
    destructive: offered.annotations?.destructiveHint === true,
    timeLimitMs: LIMIT_MS,
    title: () => titleOf(server, offered.name),
    // Made when it is needed: servers offer far more than is called.
    check(input) {
      check ??= schemaProblem(offered.inputSchema);
      return check(input);
    },
    run: (input, ctx) => runMcpTool(connection, offered.name, input, ctx),
  };
}

export async function runMcpTool(
  connection: McpConnection,
  tool: string,
  input: ToolInput,
  ctx: ToolContext,
): Promise<ToolOutcome> {
  return describeResult(await connection.callTool(tool, input, ctx));
}

/** The true names, not what the server would like to be read. Pure. */
export function titleOf(server: string, tool: string): string {
  return `Use ${tool} of the MCP server ${server}`;
}

function effectOf({ annotations = {} }: OfferedTool): ToolEffect {
  if (annotations.readOnlyHint === true) return 'read';
  return annotations.idempotentHint === true ? 'idempotent' : 'unsafe';
}

function describe({ name, title, description }: OfferedTool, server: string): string {
  const said = description ?? title ?? name;
  return `${said.slice(0, DESCRIPTION_LENGTH)}\n(A tool of the MCP server ${server}.)`;
}

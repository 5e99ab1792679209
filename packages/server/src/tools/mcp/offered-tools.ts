import type { Tool } from '../define/tool.ts';
import { createAccessMcpResource } from './access-mcp-resource.ts';
import type { McpConnection } from './mcp-connection.ts';
import { mcpTool } from './mcp-tool.ts';
import { createUseMcpTool } from './use-mcp-tool.ts';

/** The tools of connected servers by their lists of them: each list is made into tools once. */
const made = new WeakMap<object, readonly Tool[]>();

/** The tools that models get while there are servers: two that reach any of them, and those of each server by their own names. */
export function offeredTools(connections: ReadonlyMap<string, McpConnection>): readonly Tool[] {
  return [
    createUseMcpTool(connections),
    createAccessMcpResource(connections),
    ...[...connections.values()].flatMap(toolsOf),
  ];
}

/** Of two tools with one name the first counts. */
function toolsOf(connection: McpConnection): readonly Tool[] {
  const offered = connection.tools();
  const known = made.get(offered);
  if (known !== undefined) return known;
  const tools = new Map<string, Tool>();
  for (const each of offered) {
    const tool = mcpTool(connection, each);
    if (!tools.has(tool.name)) tools.set(tool.name, tool);
  }
  const all = [...tools.values()];
  made.set(offered, all);
  return all;
}

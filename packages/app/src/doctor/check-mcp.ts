import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { allowedHosts, createMcp, type Mcp, readMcpFile, type Sealer } from '@millrace/server';
import { secretsOf } from '../keys/secrets-of.ts';
import type { Settings } from '../settings.ts';
import { type Check, type Finding, failed, failedAs, ok, skipped } from './check.ts';

/** The checks of MCP servers, and the end of what they have started. */
export interface McpChecks {
  readonly checks: readonly Check[];
  close(): Promise<void>;
}

/** A check for each MCP server of `mcp.json`: it is connected and asked for its tools. The file stays as it is. */
export function mcpChecks(
  { data, web, ...settings }: Settings,
  sealer: Sealer | undefined,
  limitMs: number,
): McpChecks {
  const workspace = settings.workspace ?? sampleFolder(data);
  const { servers: named, problems } = readMcpFile(join(data, 'mcp.json'), sealer && secretsOf(sealer));
  const mcp = createMcp({
    servers: Object.fromEntries(named),
    ...(workspace !== undefined && { workspace }),
    allowed: allowedHosts(web.allowHosts),
    // It is used twice: to connect, and to ask for tools. A server that hangs should be ended before the check is given up.
    connectMs: limitMs / 3,
  });
  const { servers } = mcp.list();
  const faults = problems.map((problem): Check => ({ id: 'mcp', run: () => failedAs(problem) }));
  const looks = servers.map(({ name }): Check => ({ id: `mcp:${name}`, run: () => checkMcp(mcp, name) }));
  const none: Check = { id: 'mcp', run: () => skipped('mcp.json names no MCP servers.') };
  const found = [...faults, ...looks];
  return { checks: found.length === 0 ? [none] : found, close: () => mcp.close() };
}

/** The folder of sample files, once a start has made it. */
function sampleFolder(data: string): string | undefined {
  const folder = join(data, 'workspace');
  return existsSync(folder) ? folder : undefined;
}

async function checkMcp(mcp: Mcp, name: string): Promise<Finding> {
  const info = await mcp.check(name);
  if (info === undefined || info.state === 'disabled') return skipped(`${name} is disabled.`);
  if (info.state === 'connected')
    return ok(`${name} offers ${info.tools.length} ${info.tools.length === 1 ? 'tool' : 'tools'}.`);
  return failed(
    `${name} could not be reached: ${info.problem ?? 'it did not connect'}`,
    'Correct its entry in mcp.json or in the settings, or disable it there.',
  );
}

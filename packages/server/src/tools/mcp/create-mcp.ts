import type { McpServerChange, McpServerConfig, McpServerInfo, McpServerList } from '@millrace/engine/run';
import type { Tool } from '../define/tool.ts';
import type { AllowedHosts } from '../web/allowed-hosts.ts';
import { createPinnedFetch } from '../web/pinned-fetch.ts';
import { approvalOf } from './approval-of.ts';
import { callName } from './call-name.ts';
import { changeServer } from './change-server.ts';
import { nameProblem, type ParsedMcpConfig, parseMcpConfig } from './mcp-config.ts';
import { createConnection, type McpConnection } from './mcp-connection.ts';
import { readMcpFile, writeMcpFile } from './mcp-file.ts';
import type { McpSecrets } from './mcp-secrets.ts';

/** The options of `createMcp`. */
export interface McpOptions {
  /** The file that keeps the configuration, and that the settings change. */
  readonly file?: string;
  /** Encrypts the values of `env` and `headers` in that file, also those that a person writes into it. */
  readonly secrets?: McpSecrets;
  /** A configuration that is given once. */
  readonly servers?: Readonly<Record<string, McpServerConfig>>;
  /** The folder that servers work in. */
  readonly workspace?: string;
  /** How long a server may take to connect. 30 seconds unless given. */
  readonly connectMs?: number;
  /** How long the first model call waits for servers that connect. 5 seconds unless given. */
  readonly startMs?: number;
  /** Hosts that servers may be at which are added on the page, beside the public internet. */
  readonly allowed?: AllowedHosts;
}

/** A change that was refused, and why. */
export type McpRefusal = { readonly code: 'bad_server' | 'bad_file' | 'no_server'; readonly message: string };

/** The MCP servers of a Millrace server, and what they offer. */
export interface Mcp {
  /** The tools that there are now; give it to `createServer`, alone or with others. Servers are connected when first asked. */
  tools(): Promise<readonly Tool[]>;
  /** The faults of the configuration, in words that say the fix. */
  readonly problems: readonly string[];
  /** The servers as they are now. Whoever looks wants to see them connected: that is begun, and not waited for. */
  list(): McpServerList;
  /** Adds or changes a server, and tries to connect it unless it is disabled. Undefined when it was done. */
  put(name: string, change: McpServerChange): Promise<McpRefusal | undefined>;
  remove(name: string): Promise<McpRefusal | undefined>;
  /** Tries to connect to a server now. */
  check(name: string): Promise<McpServerInfo | undefined>;
  /** Ends all connections, and the programs behind them. */
  close(): Promise<void>;
}

const CONNECT_MS = 30_000;
const START_MS = 5_000;

/** Connects to nothing before it is asked for tools. Throws at once when both a file and servers are given. */
export function createMcp({
  file,
  secrets,
  servers,
  workspace,
  connectMs = CONNECT_MS,
  startMs = START_MS,
  allowed,
}: McpOptions): Mcp {
  if (file !== undefined && servers !== undefined)
    throw new Error('Give either a configuration file or the servers themselves, not both.');
  let config: ParsedMcpConfig =
    file === undefined ? parseMcpConfig({ servers: servers ?? {} }, 'options') : readOwnFile(file, secrets);
  const guard = createPinnedFetch(allowed === undefined ? {} : { allowed });
  const connections = new Map<string, McpConnection>();

  function connect(name: string, server: McpServerConfig): McpConnection {
    const made = createConnection(name, server, { root: workspace, connectMs, guard });
    connections.set(name, made);
    return made;
  }
  for (const [name, server] of config.servers) if (!server.disabled) connect(name, server);

  /** Keeps a change, and lets go of what it is about. */
  async function keep(name: string, server: McpServerConfig | undefined): Promise<McpRefusal | undefined> {
    const before = file === undefined ? config : readMcpFile(file, secrets);
    const [problem] = before.problems;
    if (problem !== undefined) return { code: 'bad_file', message: problem };
    const kept = new Map(before.servers);
    if (server === undefined) kept.delete(name);
    else kept.set(name, server);
    if (file !== undefined) writeMcpFile(file, kept, secrets);
    config = { servers: kept, problems: [] };
    const old = connections.get(name);
    connections.delete(name);
    if (server !== undefined && !server.disabled) connect(name, server);
    await old?.close();
    return undefined;
  }

  function infoOf(name: string, server: McpServerConfig): McpServerInfo {
    const connection = connections.get(name);
    const { disabled: _, timeout_ms: __, tools: ___, approval = 'ask', ...said } = server;
    const { guarded: ____, ...rest } = { guarded: undefined, ...said };
    const secret = { env: [] as string[], headers: [] as string[] };
    if ('env' in rest) secret.env = Object.keys(rest.env ?? {});
    if ('headers' in rest) secret.headers = Object.keys(rest.headers ?? {});
    return {
      name,
      ...rest,
      ...secret,
      approval,
      ...(connection?.state() ?? { state: 'disabled' }),
      tools: (connection?.tools() ?? []).map((tool) => ({
        name: tool.name,
        call_name: callName(name, tool.name),
        description: tool.description ?? '',
        approval: approvalOf(server, tool.name),
      })),
    };
  }

  return {
    async tools() {
      const all = [...connections.values()];
      if (all.length === 0) return [];
      await inTime(
        startMs,
        all.map((each) => each.wake()),
      );
      const { offeredTools } = await import('./offered-tools.ts');
      return offeredTools(connections);
    },
    get problems() {
      return config.problems;
    },
    list() {
      for (const each of connections.values()) void each.wake();
      return {
        servers: [...config.servers].map(([name, server]) => infoOf(name, server)),
        problems: config.problems,
      };
    },
    async put(name, change) {
      const wrong = nameProblem(name);
      if (wrong !== undefined) return { code: 'bad_server', message: wrong };
      const changed = changeServer(config.servers.get(name), change);
      if ('problem' in changed) return { code: 'bad_server', message: `${name}${changed.problem}` };
      const before = config.servers.get(name);
      const refused = await keep(name, guardNew(before, changed.config));
      await connections.get(name)?.wake();
      return refused;
    },
    async remove(name) {
      if (!config.servers.has(name)) return { code: 'no_server', message: `There is no MCP server ${name}.` };
      return keep(name, undefined);
    },
    async check(name) {
      await connections
        .get(name)
        ?.connect()
        .catch(() => {});
      const server = config.servers.get(name);
      return server && infoOf(name, server);
    },
    async close() {
      await Promise.all([...connections.values()].map((each) => each.close()));
    },
  };
}

/** Reads the file, and encrypts what a person has written into it. One with a problem is left as it is, for that person to mend. */
function readOwnFile(file: string, secrets: McpSecrets | undefined): ParsedMcpConfig {
  const found = readMcpFile(file, secrets);
  if (secrets !== undefined && found.plain && found.problems.length === 0)
    writeMcpFile(file, found.servers, secrets);
  return found;
}

/** An entry of the owner stays the owner's for as long as it leads to the same address; one from the page is guarded. */
function guardNew(before: McpServerConfig | undefined, after: McpServerConfig): McpServerConfig {
  if (!('url' in after)) return after;
  const { guarded: _, ...rest } = after;
  const isOwners = before !== undefined && 'url' in before && before.url === after.url && !before.guarded;
  return isOwners ? rest : { ...rest, guarded: true };
}

/** Waits for all, but not longer than that. */
async function inTime(ms: number, work: readonly Promise<void>[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([Promise.all(work), late]);
  clearTimeout(timer);
}

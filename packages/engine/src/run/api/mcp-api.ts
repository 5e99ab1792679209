import * as z from 'zod/mini';

// MCP servers as they are configured, changed and shown. The same shapes are in a file and cross the network.

const maybe = z.exactOptional;
const LONGEST_MS = 86_400_000;

const word = z
  .string()
  .check(z.minLength(1, 'must not be empty'), z.maxLength(10_000, 'must be 10,000 characters at most'));
const approval = z.enum(['allow', 'ask']);
const variable = z.string().check(z.regex(/^[A-Za-z_]\w*$/, 'must be a name of letters, digits and _'));
const header = z.string().check(z.regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of a header'));
const value = z.string().check(z.maxLength(10_000, 'must be 10,000 characters at most'));
const address = z.url({
  protocol: /^https?$/,
  error: 'must be an address such as http://127.0.0.1:3001/mcp',
});

const common = {
  disabled: maybe(z.boolean()),
  /** The approval of its tools where no rule decides; `ask` by default. */
  approval: maybe(approval),
  /** The same for one tool, by the name that the server gives it. */
  tools: maybe(z.record(z.string(), approval)),
  /** How long a call may go without a sign of life. */
  timeout_ms: maybe(
    z
      .int()
      .check(
        z.minimum(1000, 'must be 1000 at least'),
        z.maximum(LONGEST_MS, `must be ${LONGEST_MS} at most`),
      ),
  ),
};

/** A server that is a program on this machine. */
export const mcpStdioServer = z.strictObject({
  command: word,
  args: maybe(z.array(value)),
  env: maybe(z.record(variable, value)),
  cwd: maybe(word),
  ...common,
});
/** An MCP server that is started as a program. */
export type McpStdioServer = z.infer<typeof mcpStdioServer>;

/** A server at an address. */
export const mcpHttpServer = z.strictObject({
  url: address,
  headers: maybe(z.record(header, value)),
  /** It was added on the page: it is reached only on the public internet, or at a host that the owner has named. */
  guarded: maybe(z.boolean()),
  ...common,
});
/** An MCP server that is reached over HTTP. */
export type McpHttpServer = z.infer<typeof mcpHttpServer>;

/** An MCP server: a program to start, or an address. */
export type McpServerConfig = McpStdioServer | McpHttpServer;

/** Adds a server, or changes one. A null value in `env` or `headers` keeps the stored one. */
export const mcpServerChange = z.strictObject({
  command: maybe(word),
  args: maybe(z.array(value)),
  env: maybe(z.record(variable, z.nullable(value))),
  cwd: maybe(word),
  url: maybe(address),
  headers: maybe(z.record(header, z.nullable(value))),
  ...common,
});
/** A change to one MCP server. */
export type McpServerChange = z.infer<typeof mcpServerChange>;

/** A tool of an MCP server. */
export interface McpToolInfo {
  /** The name that the server gives it. */
  readonly name: string;
  /** The name that models call it by, and that rules are about. */
  readonly call_name: string;
  readonly description: string;
  readonly approval: 'allow' | 'ask';
}

/** A server as the settings show it. The values of `env` and `headers` never leave the server. */
export interface McpServerInfo {
  readonly name: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly url?: string;
  /** Names only. */
  readonly env: readonly string[];
  readonly headers: readonly string[];
  readonly approval: 'allow' | 'ask';
  readonly state: 'connected' | 'connecting' | 'failed' | 'disabled' | 'idle';
  /** Why it failed, and what to do. */
  readonly problem?: string;
  readonly tools: readonly McpToolInfo[];
}

/** The MCP servers, and what is wrong with their configuration. */
export interface McpServerList {
  readonly servers: readonly McpServerInfo[];
  /** The problems of the configuration itself. */
  readonly problems: readonly string[];
}

const text = z.string();

/** The schema of `McpServerInfo`. */
export const mcpServerInfo = z.object({
  name: text,
  command: maybe(text),
  args: maybe(z.array(text)),
  cwd: maybe(text),
  url: maybe(text),
  env: z.array(text),
  headers: z.array(text),
  approval,
  state: z.enum(['connected', 'connecting', 'failed', 'disabled', 'idle']),
  problem: maybe(text),
  tools: z.array(z.object({ name: text, call_name: text, description: text, approval })),
}) satisfies z.ZodMiniType<McpServerInfo>;

/** The schema of `McpServerList`. */
export const mcpServerList = z.object({
  servers: z.array(mcpServerInfo),
  problems: z.array(text),
}) satisfies z.ZodMiniType<McpServerList>;

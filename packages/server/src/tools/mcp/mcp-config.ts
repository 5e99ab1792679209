import { type McpServerConfig, mcpHttpServer, mcpStdioServer } from '@millrace/engine/run';
import { inEnglish } from '../../in-english.ts';

export type McpServerMap = ReadonlyMap<string, McpServerConfig>;

export interface ParsedMcpConfig {
  readonly servers: McpServerMap;
  /** Each names the place, the key and the fix. What has one is left out. */
  readonly problems: readonly string[];
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u;

/** The fault of a server's name, if there is one. Pure. */
export function nameProblem(name: string): string | undefined {
  if (NAME.test(name)) return undefined;
  return 'A name must be 1 to 64 letters, digits, spaces, dots, - and _, and begin with a letter or digit.';
}

/** Reads a configuration; `where` is the file that it is from. One bad server takes nothing from the others. Never throws. */
export function parseMcpConfig(value: unknown, where: string): ParsedMcpConfig {
  const entries = isObject(value) ? Object.entries(value) : undefined;
  const given = entries?.find(([key]) => key === 'servers')?.[1];
  if (entries === undefined || !isObject(given)) {
    const fix = `${where}: servers: is missing. Write {"servers": {"name": {"command": "…"}}}.`;
    return { servers: new Map(), problems: [fix] };
  }
  const problems = entries
    .filter(([key]) => key !== 'servers')
    .map(([key]) => `${where}: ${key}: this key is unknown. Put all servers under "servers".`);
  const servers = new Map<string, McpServerConfig>();
  for (const [name, said] of Object.entries(given)) {
    const wrong = nameProblem(name);
    const parsed = wrong === undefined ? parseMcpServer(said) : { problem: `: ${wrong}` };
    if ('config' in parsed) servers.set(name, parsed.config);
    else problems.push(`${where}: servers.${name}${parsed.problem}`);
  }
  return { servers, problems };
}

/** Reads one server. A problem begins with the key that it is about. Never throws. */
export function parseMcpServer(
  value: unknown,
): { readonly config: McpServerConfig } | { readonly problem: string } {
  if (!isObject(value)) return { problem: ': must be an object with a "command" or a "url".' };
  const isHttp = 'url' in value;
  if (isHttp && 'command' in value)
    return { problem: ': has a "command" and a "url". Leave out one of them.' };
  if (!isHttp && !('command' in value))
    return { problem: ': needs a "command" to start a program, or a "url" to reach a server.' };
  const schema = isHttp ? mcpHttpServer : mcpStdioServer;
  const { success, data, error } = schema.safeParse(value, inEnglish);
  if (success) return { config: data };
  const [issue] = error.issues;
  if (issue?.code === 'unrecognized_keys') {
    const known = Object.keys(schema.shape).join(', ');
    return { problem: `.${issue.keys[0]}: this key is unknown. Known keys: ${known}.` };
  }
  const path = issue?.path.map((part) => `.${String(part)}`).join('') ?? '';
  return { problem: `${path}: ${issue?.message ?? 'is not valid'}. Fix it, or leave it out.` };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

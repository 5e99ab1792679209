import type { McpServerChange, McpServerConfig } from '@millrace/engine/run';
import { parseMcpServer } from './mcp-config.ts';

type Secrets = Readonly<Record<string, string | null>>;

/**
 * A server after a change: what is not said stays as it was. But what is secret is not handed to another program or another
 * host, unless the change says it again. Pure.
 */
export function changeServer(
  before: McpServerConfig | undefined,
  change: McpServerChange,
): { readonly config: McpServerConfig } | { readonly problem: string } {
  const { command, args, env, cwd, url, headers, ...common } = change;
  const {
    args: oldArgs,
    cwd: oldCwd,
    command: oldCommand,
    env: oldEnv,
    url: oldUrl,
    headers: oldHeaders,
    ...kept
  } = parts(before);
  const isHttp = url !== undefined || (command === undefined && oldUrl !== undefined);
  const sameProgram = command === undefined || command === oldCommand;
  const sameHost = url === undefined || (oldUrl !== undefined && new URL(url).host === new URL(oldUrl).host);
  const said = isHttp
    ? {
        url: url ?? oldUrl,
        headers: secrets(headers, sameHost ? oldHeaders : undefined),
        ...(command !== undefined && { command }),
      }
    : {
        command: command ?? oldCommand,
        args: args ?? (sameProgram ? oldArgs : undefined),
        env: secrets(env, sameProgram ? oldEnv : undefined),
        cwd: cwd ?? (sameProgram ? oldCwd : undefined),
      };
  const given = Object.entries({ ...kept, ...common, ...said }).filter(([, value]) => value !== undefined);
  return parseMcpServer(Object.fromEntries(given));
}

type Parts = Partial<Record<'command' | 'cwd' | 'url', string>> & {
  readonly args?: readonly string[];
  readonly env?: Secrets;
  readonly headers?: Secrets;
};

function parts(server: McpServerConfig | undefined): Parts {
  return { ...server };
}

function secrets(said: Secrets | undefined, kept: Secrets | undefined): Secrets | undefined {
  if (said === undefined) return kept;
  const known = new Map(Object.entries(kept ?? {}));
  const values = Object.entries(said).flatMap(([name, value]) => {
    const held = value ?? known.get(name);
    return held === undefined || held === null ? [] : [[name, held] as const];
  });
  return Object.fromEntries(values);
}

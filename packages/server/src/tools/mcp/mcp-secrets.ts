import type { McpServerConfig } from '@millrace/engine/run';

/** Encrypts the values of `env` and `headers` in the file of a configuration, and opens them. */
export interface McpSecrets {
  seal(plain: string, about: string): string;
  /** Throws when the text is not what was sealed there. */
  open(sealed: string, about: string): string;
}

type Values = Readonly<Record<string, string>>;

const MARK = 'sealed:';
const isSealed = (value: string): boolean => value.startsWith(MARK);

/** True when a value of the server is still readable. Pure. */
export const hasPlainSecret = (server: McpServerConfig): boolean =>
  Object.values(valuesOf(server)).some((value) => !isSealed(value));

/** The server as its file keeps it. */
export const sealSecrets = (server: McpServerConfig, secrets: McpSecrets): McpServerConfig =>
  changeValues(server, (value, about) => (isSealed(value) ? value : MARK + secrets.seal(value, about)));

/** The server as it is used. A problem begins with the key that it is about. Never throws. */
export function openSecrets(
  server: McpServerConfig,
  secrets: McpSecrets | undefined,
): { readonly config: McpServerConfig } | { readonly problem: string } {
  let problem: string | undefined;
  const config = changeValues(server, (value, about, key) => {
    if (!isSealed(value)) return value;
    try {
      if (secrets !== undefined) return secrets.open(value.slice(MARK.length), about);
    } catch {
      // It was sealed for another server, or with another key.
    }
    problem ??= `.${key}: was encrypted for another address or program, or with another key. Write its value again.`;
    return value;
  });
  return problem === undefined ? { config } : { problem };
}

function valuesOf(server: McpServerConfig): Values {
  return ('url' in server ? server.headers : server.env) ?? {};
}

function changeValues(
  server: McpServerConfig,
  change: (value: string, about: string, key: string) => string,
): McpServerConfig {
  const part = 'url' in server ? 'headers' : 'env';
  // A secret is never handed to another program or host: it opens only for this one.
  const to = 'url' in server ? new URL(server.url).host : server.command;
  const changed = Object.entries(valuesOf(server)).map(([name, value]) => [
    name,
    change(value, `mcp.json:${JSON.stringify([part, to, name])}`, `${part}.${name}`),
  ]);
  return changed.length === 0 ? server : { ...server, [part]: Object.fromEntries(changed) };
}

import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { McpServerConfig } from '@millrace/engine/run';
import { PlainFileError, readPlainFileSync } from '../../plain-file.ts';
import { writePrivate } from '../../write-private.ts';
import { type McpServerMap, type ParsedMcpConfig, parseMcpConfig } from './mcp-config.ts';
import { hasPlainSecret, type McpSecrets, openSecrets, sealSecrets } from './mcp-secrets.ts';

const MAX_BYTES = 1024 * 1024;

/** The configuration of a file. */
export interface McpFile extends ParsedMcpConfig {
  /** True when a secret in it is not encrypted. */
  readonly plain?: boolean;
}

/** Reads the file of a configuration. A missing file is empty; problems are reported. Encrypted values need `secrets`. */
export function readMcpFile(file: string, secrets?: McpSecrets): McpFile {
  const none = (problem: string): ParsedMcpConfig => ({ servers: new Map(), problems: [problem] });
  let text: string;
  try {
    text = readPlainFileSync(file, MAX_BYTES).toString();
  } catch (error) {
    if (error instanceof PlainFileError) return none(`${error.message} Replace it with a JSON file.`);
    const { code } = error as NodeJS.ErrnoException; // what fs throws has a code
    if (code === 'ENOENT') return { servers: new Map(), problems: [] };
    return none(`${file} could not be read (${code}). Check its permissions.`);
  }
  try {
    return opened(parseMcpConfig(JSON.parse(text), file), file, secrets);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return none(
      `${file} is not valid JSON: ${why}. Fix the JSON, or delete the file and add the servers again.`,
    );
  }
}

function opened(parsed: ParsedMcpConfig, file: string, secrets: McpSecrets | undefined): McpFile {
  const servers = new Map<string, McpServerConfig>();
  const problems = [...parsed.problems];
  for (const [name, server] of parsed.servers) {
    const found = openSecrets(server, secrets);
    if ('config' in found) servers.set(name, found.config);
    else problems.push(`${file}: servers.${name}${found.problem}`);
  }
  return { servers, problems, plain: [...parsed.servers.values()].some(hasPlainSecret) };
}

/**
 * Writes it whole or not at all. Only the owner of the server can read it, and with `secrets` the values of `env` and `headers` are
 * encrypted.
 */
export function writeMcpFile(file: string, servers: McpServerMap, secrets?: McpSecrets): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const kept = [...servers].map(([name, server]) => [
    name,
    secrets === undefined ? server : sealSecrets(server, secrets),
  ]);
  const json = JSON.stringify({ servers: Object.fromEntries(kept) }, undefined, 2);
  writePrivate(file, `${json}\n`);
}

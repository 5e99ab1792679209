import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { PlainFileError, readPlainFileSync } from '../../plain-file.ts';
import { writePrivate } from '../../write-private.ts';
import { type McpServerMap, type ParsedMcpConfig, parseMcpConfig } from './mcp-config.ts';

const MAX_BYTES = 1024 * 1024;

/** Reads the file of a configuration. A missing file is empty; problems are reported. */
export function readMcpFile(file: string): ParsedMcpConfig {
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
    return parseMcpConfig(JSON.parse(text), file);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return none(
      `${file} is not valid JSON: ${why}. Fix the JSON, or delete the file and add the servers again.`,
    );
  }
}

/** Writes it whole or not at all. Only the owner of the server can read it: it may hold secrets. */
export function writeMcpFile(file: string, servers: McpServerMap): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const json = JSON.stringify({ servers: Object.fromEntries(servers) }, undefined, 2);
  writePrivate(file, `${json}\n`);
}

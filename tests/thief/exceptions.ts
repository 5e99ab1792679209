import type { LootFile } from './loot.ts';
import type { Found } from './marks.ts';
import { findMarks, STEM } from './marks.ts';

/** Something of the data folder that is readable, in the words of SECURITY.md. */
interface Exception {
  readonly says: string;
  /** The folders, from the data folder on. */
  readonly folders: readonly string[];
}

/** All that is readable on purpose. SECURITY.md names the same, in this order. */
export const EXCEPTIONS: readonly Exception[] = [
  { says: 'workspaces', folders: ['workspace', 'workspaces'] },
  { says: 'checkpoints of them', folders: ['checkpoints'] },
  { says: 'modes', folders: ['modes'] },
  { says: 'focuses', folders: ['focus'] },
  { says: 'bug reports', folders: ['reports'] },
];

/** The part of `mcp.json` that is readable: the names of its servers, its programs and addresses, and none of its secrets. */
export const MCP_FILE = 'mcp.json';
const MCP_SECRETS = ['env', 'headers'];

/** The files of this folder are named by hashes of the paths of workspaces. */
export const LOCKS = 'locks/';

export const exceptionOf = (name: string): Exception | undefined =>
  EXCEPTIONS.find(({ folders }) => folders.some((folder) => name.startsWith(`${folder}/`)));

/** Marks in what is readable on purpose say so: `STEM file …`. Any other one is not meant to be there. */
const MEANT = new RegExp(`${STEM} file`, 'g');

/** The marks in a file that nobody may find there. The name of the file counts, too. */
export function marksIn({ name, bytes }: LootFile): Found[] {
  const named = Buffer.from(name);
  if (exceptionOf(name) !== undefined) return findMarks(bytes, name, unmeant);
  const kept = name === MCP_FILE ? unmeantOfMcp(bytes) : bytes;
  return [...findMarks(kept, name), ...findMarks(named, `the name of ${name}`)];
}

const unmeant = (bytes: Buffer): Buffer => Buffer.from(bytes.toString('latin1').replace(MEANT, ''), 'latin1');

function unmeantOfMcp(bytes: Buffer): Buffer {
  const { servers } = JSON.parse(bytes.toString()) as {
    readonly servers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  const secrets = Object.values(servers).map((server) => MCP_SECRETS.map((part) => server[part]));
  const rest = Object.values(servers).map((server) =>
    Object.fromEntries(Object.entries(server).filter(([part]) => !MCP_SECRETS.includes(part))),
  );
  return Buffer.concat([Buffer.from(JSON.stringify(secrets)), unmeant(Buffer.from(JSON.stringify(rest)))]);
}

import { createHash } from 'node:crypto';

const LONGEST = 64;
const HASH_LENGTH = 8;

/**
 * The name that a model calls a tool of a server by: `mcp__server__tool`, of letters, digits, - and _. It depends on these two
 * names alone, so it stays what it is when others come and go; what would be too long, odd or ambiguous ends in a hash. Pure.
 */
export function callName(server: string, tool: string): string {
  const plain = `mcp__${server}__${tool}`;
  if (isPlain(server) && isPlain(tool) && plain.length <= LONGEST && !/_[0-9a-f]{8}$/.test(plain))
    return plain;
  const hash = createHash('sha256')
    .update(JSON.stringify([server, tool]))
    .digest('hex')
    .slice(0, HASH_LENGTH);
  const readable = plain.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  return `${readable.slice(0, LONGEST - HASH_LENGTH - 1)}_${hash}`;
}

/** True if a name can stand between double underscores and be found again. */
function isPlain(name: string): boolean {
  return /^[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*$/.test(name);
}

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const UTF8 = new TextEncoder();

/** SHA-256 in hex of a call's input. The order of keys does not count. Pure. */
export function argsHash(input: unknown): string {
  return bytesToHex(sha256(UTF8.encode(canonicalJson(input))));
}

/** JSON with the keys of each object in one order. Pure. */
function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, each: unknown) => {
      if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
      return Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)));
    }) ?? 'null'
  );
}

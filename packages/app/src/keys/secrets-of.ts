import type { McpOptions, Sealer } from '@millrace/server';

/** Encrypts the secrets of `mcp.json` with the key of the store. */
export const secretsOf = (sealer: Sealer): NonNullable<McpOptions['secrets']> => ({
  seal: (plain, about) => sealer.seal(plain, about),
  open: (sealed, about) => sealer.open(sealed, sealer.keyId, about),
});

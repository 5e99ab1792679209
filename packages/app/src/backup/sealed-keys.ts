import { randomBytes, scrypt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createSealer,
  personalKeyFolder,
  putKey,
  readRootKey,
  rootKeyFile,
  type Sealer,
  writePrivate,
} from '@millrace/server';

/** The keys of a database by the names of their files in the key folder, in base64. */
export type KeyFiles = Readonly<Record<string, string>>;

/** The least that a passphrase has. */
export const LEAST_PASSPHRASE = 12;
const HOME = /^home-[0-9a-f]{32}\.key$/;
const NAME = /^[0-9a-f]{16}(?:\/home-[0-9a-f]{32})?\.key$/;
const ABOUT = 'keys of a backup';
/** 128 MB and a third of a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

/** The key of a database and the home keys of its accounts. The keys of capsules are left out: nothing old must be opened with them. */
export function readKeyFiles(keys: string, keyId: string): KeyFiles {
  const root = readRootKey(keys, keyId);
  if (root === undefined) return {};
  const folder = personalKeyFolder(keys, keyId);
  const homes = existsSync(folder) ? readdirSync(folder).filter((name) => HOME.test(name)) : [];
  return {
    [`${keyId}.key`]: base64(root),
    ...Object.fromEntries(
      homes.map((name) => [`${keyId}/${name}`, base64(readFileSync(join(folder, name)))]),
    ),
  };
}

/** Writes keys so that only the passphrase opens them. */
export async function sealKeys(file: string, keys: KeyFiles, passphrase: string): Promise<void> {
  const salt = randomBytes(16);
  const sealed = (await sealerOf(passphrase, salt)).seal(JSON.stringify(keys), ABOUT);
  writePrivate(
    file,
    `${JSON.stringify({ kdf: 'scrypt', n: COST.N, r: COST.r, p: COST.p, salt: base64(salt), sealed })}\n`,
  );
}

/** Reads them again; undefined for another passphrase. */
export async function openKeys(file: string, passphrase: string): Promise<KeyFiles | undefined> {
  const { salt, sealed } = JSON.parse(readFileSync(file, 'utf8')) as { salt: string; sealed: string };
  const sealer = await sealerOf(passphrase, Buffer.from(salt, 'base64'));
  try {
    return JSON.parse(sealer.open(sealed, sealer.keyId, ABOUT)) as KeyFiles;
  } catch {
    return undefined;
  }
}

/** Puts keys into a key folder. Throws with the fix when another key has the place of one. */
export function putKeyFiles(folder: string, keys: KeyFiles): void {
  for (const [name, text] of Object.entries(keys)) {
    if (!NAME.test(name)) throw new Error(`${name} is no name of a key. Take another backup.`);
    const [parent, file] = name.includes('/')
      ? [personalKeyFolder(folder, name.slice(0, 16)), join(folder, name)]
      : [folder, rootKeyFile(folder, name.slice(0, 16))];
    const key = Buffer.from(text, 'base64');
    if (!key.equals(putKey(parent, file, key)))
      throw new Error(`${file} holds another key. Move it away, or set MILLRACE_KEYS to an empty folder.`);
  }
}

async function sealerOf(passphrase: string, salt: Uint8Array): Promise<Sealer> {
  const key = await new Promise<Buffer>((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, 32, COST, (error, made) =>
      error ? reject(error) : resolve(made),
    );
  });
  return createSealer(key, 'passphrase');
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

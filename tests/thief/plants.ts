import { createHash, randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { createSealer } from '../../packages/server/src/index.ts';
import { type Database, openDatabase } from '../../packages/server/src/store/sqlite/open-database.ts';
import { accountKeys, chatKeys } from '../../packages/server/src/vault/keys.ts';
import { sealRecord, sealRecordTo } from '../../packages/server/src/vault/record.ts';
import { wrapKeyTo } from '../../packages/server/src/vault/wrapped-key.ts';
import { type Loot, takeCopy } from './loot.ts';
import { mark } from './marks.ts';

interface Ground {
  readonly data: string;
  readonly database: Database;
  readonly key: Buffer;
}

export interface Plant {
  readonly leak: string;
  /** The way in which it is noticed. */
  readonly by: 'marks' | 'opened' | 'guessed';
  plant(ground: Ground): void;
}

const write = (data: string, name: string, bytes: string | Uint8Array): void => {
  mkdirSync(dirname(join(data, name)), { recursive: true });
  writeFileSync(join(data, name), bytes);
};
/** A table that no version of the product has. */
const keep = (database: Database, ...values: (string | Uint8Array)[]): void => {
  const literals = values.map((value) =>
    typeof value === 'string'
      ? `'${value.replaceAll("'", "''")}'`
      : `X'${Buffer.from(value).toString('hex')}'`,
  );
  database.exec(
    `CREATE TABLE strange AS SELECT ${literals.map((value, i) => `${value} AS c${i}`).join(', ')}`,
  );
};
const SECRET = mark('a text that is long enough to be told from noise');
const PLACE = { account: 'first', chat: 'c', kind: 'put', msgId: 'm', rev: 1 };

export const PLANTS: readonly Plant[] = [
  {
    leak: 'a key in a row, in base64',
    by: 'opened',
    plant: ({ database, key }) =>
      database.exec(`INSERT INTO meta (name, value) VALUES ('root', '${key.toString('base64')}')`),
  },
  {
    leak: 'a key in the middle of bytes',
    by: 'opened',
    plant: ({ database, key }) => keep(database, Buffer.concat([randomBytes(7), key, randomBytes(9)])),
  },
  {
    leak: 'a key in the middle of a small file',
    by: 'opened',
    plant: ({ data, key }) =>
      write(data, 'cache.bin', Buffer.concat([randomBytes(301), key, randomBytes(77)])),
  },
  {
    leak: 'a key in hex in a JSON file',
    by: 'opened',
    plant: ({ data, key }) => write(data, 'state.json', JSON.stringify({ kept: { k: key.toString('hex') } })),
  },
  {
    leak: 'a capsule that stays after the end, and the key of capsules beside it',
    by: 'opened',
    plant({ data, database }) {
      const [capsuleKey, runKey] = [randomBytes(32), randomBytes(32)];
      write(data, 'capsules.key', capsuleKey);
      const capsule = createSealer(capsuleKey).seal(JSON.stringify({ run: runKey.toString('base64') }), 'r');
      keep(database, capsule, createSealer(runKey).seal(SECRET, 'e'));
    },
  },
  {
    leak: 'a chat secret in a row',
    by: 'opened',
    plant({ database }) {
      const secret = randomBytes(32);
      keep(database, secret.toString('base64url'), sealRecord(chatKeys(secret), PLACE, Buffer.from(SECRET)));
    },
  },
  {
    leak: 'the vault key of an account in a file, which opens a chat secret, which opens a record',
    by: 'opened',
    plant({ data, database }) {
      const [vaultKey, secret] = [randomBytes(32), randomBytes(32)];
      const chat = chatKeys(secret);
      write(data, 'home/first', vaultKey);
      const place = { account: 'first', purpose: 'chat_secret', id: 'c' } as const;
      const record = Buffer.from(sealRecordTo(chat.publicKey, PLACE, Buffer.from(SECRET)));
      keep(database, wrapKeyTo(accountKeys(vaultKey).publicKey, place, secret), record.toString('base64'));
    },
  },
  {
    leak: 'a log line with content',
    by: 'marks',
    plant: ({ data }) =>
      write(data, 'logs/server.log', `12:00 could not parse ${JSON.stringify(mark('x'))}\n`),
  },
  {
    leak: 'a title as it is',
    by: 'marks',
    plant: ({ database }) => keep(database, 'chat', mark('title')),
  },
  {
    leak: 'a draft in base64 in a table that nobody knows',
    by: 'marks',
    plant: ({ database }) => keep(database, Buffer.from(`{"a":"${mark('draft')}"}`).toString('base64')),
  },
  {
    leak: 'a page of the log with a row that was deleted',
    by: 'marks',
    plant({ database }) {
      database.exec('PRAGMA secure_delete = OFF; PRAGMA wal_autocheckpoint = 0');
      keep(database, mark('deleted'));
      database.exec('DELETE FROM strange');
    },
  },
  {
    leak: 'a packed temporary file',
    by: 'marks',
    plant: ({ data }) =>
      write(data, 'tmp/a1', Buffer.concat([Buffer.from('head'), gzipSync(mark('packed'))])),
  },
  {
    leak: 'a dump in UTF-16',
    by: 'marks',
    plant: ({ data }) => write(data, 'crash.dmp', Buffer.from(`\0${mark('dump')}`, 'utf16le').subarray(1)),
  },
  {
    leak: 'a file that is named by a text',
    by: 'marks',
    plant: ({ data }) => write(data, `cache/${mark('name')}.json`, '{}'),
  },
  {
    leak: 'the words of a chat in a checkpoint',
    by: 'marks',
    plant: ({ data }) =>
      write(data, 'checkpoints/x/objects/aa', deflateSync(`commit 9\0${mark('before an answer')}`)),
  },
  {
    leak: 'a secret of mcp.json',
    by: 'marks',
    plant: ({ data }) =>
      write(data, 'mcp.json', JSON.stringify({ servers: { a: { command: 'x', env: { K: mark('env') } } } })),
  },
  {
    leak: 'a hash of a short text',
    by: 'guessed',
    plant: ({ database }) => keep(database, createHash('sha256').update(mark('person')).digest('hex')),
  },
  {
    leak: 'a hash of a short text in the name of a file',
    by: 'guessed',
    plant: ({ data }) =>
      write(data, `cache/${createHash('sha1').update(mark('person')).digest('base64url').slice(0, 20)}`, ''),
  },
];

/** What there is to take from a copy of a data folder when there is one leak more. */
export function lootWith({ plant }: Plant, from: string, key: Buffer): Loot {
  const data = mkdtempSync(join(tmpdir(), 'millrace-thief-plant-'));
  try {
    // Checkpoints are thousands of small files, of which none is this leak.
    cpSync(from, data, {
      ...{ recursive: true, verbatimSymlinks: true },
      filter: (path) => path !== join(from, 'checkpoints'),
    });
    const database = openDatabase(join(data, 'millrace.sqlite'));
    try {
      plant({ data, database, key });
      // The database is still open: its log is there, as with a server that was killed.
      return takeCopy(data);
    } finally {
      database.close();
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

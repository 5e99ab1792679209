import { printRecord, readRecord } from '@millrace/engine/run';
import type { RecordPlace } from '@millrace/engine/vault';
import type { ChatKeys } from '../../vault/keys.ts';
import { checkProof, proveRecord } from '../../vault/proof.ts';
import { openRecord, sealRecord } from '../../vault/record.ts';
import type { Answer } from '../store.ts';
import { StoreError } from '../store-error.ts';
import { aboutMessage } from './about.ts';
import type { ChatEntry } from './message-records.ts';
import type { Sealer } from './sealer.ts';

/** The place of an event in its chat. */
export interface EntryPlace extends Pick<ChatEntry, 'seq' | 'id' | 'kind'> {
  readonly chatId: string;
}

/** An event of a chat as its row holds it: a sealed record, the name of its key, and the proof that the server wrote it. */
export interface SealedEntry {
  readonly payload: string;
  readonly keyId: string;
  readonly proof: string;
}

/** Seals the events of one chat, and opens them. */
export interface EntrySealer {
  /** False where there is no key for records: such rows are sealed as older versions did. */
  readonly hasRecords: boolean;
  sealEntry(place: EntryPlace, payload: ChatEntry['payload']): SealedEntry;
  /** Throws for an event that was changed or moved, that another key has sealed, or that no server with this root key has written. */
  openEntry(place: EntryPlace, sealed: SealedEntry): ChatEntry['payload'];
}

/** The keys of the records of a chat. */
interface EntryKeys {
  readonly keyId: string;
  readonly records: ChatKeys;
}

interface EntryOptions {
  readonly account: string;
  /** The sealer of the server: its key proves. */
  readonly root: Sealer;
  /** Opens what older versions sealed, which is JSON. */
  readonly rows: Sealer;
  /** Newest first. */
  readonly secrets: readonly EntryKeys[];
}

/** The version of a text that is no record. */
const PLAIN_VERSION = 1;

/**
 * Messages are markdown in sealed records. Whoever has a chat secret can seal one, so only what has a proof of this server counts: no
 * other row becomes a message, a call or a decision.
 */
export function createEntrySealer({ account, root, rows, secrets }: EntryOptions): EntrySealer {
  const placeOf = ({ chatId: chat, seq: rev, id: msgId, kind }: EntryPlace): RecordPlace => ({
    ...{ account, chat, kind, msgId, rev },
  });
  const proven = (place: EntryPlace, keyId: string, bytes: Uint8Array): SealedEntry => ({
    payload: base64(bytes),
    keyId,
    proof: base64(proveRecord(root.proofKey(), placeOf(place), bytes)),
  });
  return {
    hasRecords: secrets.length > 0,
    sealEntry(place, payload) {
      const [own] = secrets;
      if (own === undefined)
        return proven(place, rows.keyId, bytesOf(rows.seal(JSON.stringify(payload), aboutEntry(place))));
      const text = Buffer.from(printEntry(place.kind, payload));
      return proven(place, own.keyId, sealRecord(own.records, placeOf(place), text));
    },
    openEntry(place, { payload, keyId, proof }) {
      const bytes = bytesOf(payload);
      if (!checkProof(root.proofKey(), placeOf(place), bytes, bytesOf(proof))) throw broken(place);
      if (bytes[0] === PLAIN_VERSION)
        // The payload is what an older version wrote.
        return JSON.parse(rows.open(payload, keyId, aboutEntry(place))) as ChatEntry['payload'];
      const secret = secrets.find((each) => each.keyId === keyId);
      if (secret === undefined) throw broken(place);
      const opened = openRecord(secret.records, placeOf(place), bytes);
      if (opened.problem !== undefined) throw broken(place);
      return readEntry(place, Buffer.from(opened.plain).toString());
    },
  };
}

/** The proof of a row that an older version wrote, for its upgrade. */
export function proofOfRow(root: Sealer, account: string, place: EntryPlace, payload: string): string {
  const { chatId: chat, seq: rev, id: msgId, kind } = place;
  return base64(proveRecord(root.proofKey(), { account, chat, kind, msgId, rev }, bytesOf(payload)));
}

function printEntry(kind: ChatEntry['kind'], payload: ChatEntry['payload']): string {
  return kind === 'put' ? printSound(payload as Answer) : JSON.stringify(payload);
}

/** One odd fact must not cost a message: what could not be read back is left out. */
function printSound(answer: Answer): string {
  const { role, status, text, content, tools } = answer;
  const words = { role, status, text };
  for (const each of [answer, { ...words, ...(content && { content }), ...(tools && { tools }) }]) {
    const markdown = printRecord(each);
    if ('record' in readRecord(markdown, { proven: true })) return markdown;
  }
  return printRecord(words);
}

function readEntry(place: EntryPlace, text: string): ChatEntry['payload'] {
  // The proof holds: it is what this server printed.
  if (place.kind === 'revert') return JSON.parse(text) as ChatEntry['payload'];
  const read = readRecord(text, { proven: true });
  if ('problem' in read) throw broken(place);
  return read.record;
}

const aboutEntry = ({ chatId, seq, id, kind }: EntryPlace): string => aboutMessage(chatId, seq, id, kind);

const broken = (place: EntryPlace): StoreError =>
  new StoreError(
    'store_corrupt',
    `${aboutEntry(place)} can't be decrypted: it was changed, or belongs elsewhere. Restore a backup of the database.`,
  );

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

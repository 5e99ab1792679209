import { type Bytes, concat, fromHex, utf8 } from './bytes.ts';
import { IV_BYTES } from './envelope.ts';
import { KEY_BYTES } from './public-key.ts';

// RFC 9180, base mode: DHKEM(X25519, HKDF-SHA256) 0x0020, HKDF-SHA256 0x0001, AES-256-GCM 0x0002.
const VERSION = utf8('HPKE-v1');
const KEM = concat(utf8('KEM'), Uint8Array.of(0x00, 0x20));
const SUITE = concat(utf8('HPKE'), Uint8Array.of(0x00, 0x20, 0x00, 0x01, 0x00, 0x02));
const MODE_BASE = Uint8Array.of(0);
const HASH_BYTES = 32;
/** An empty salt: HMAC fills a short key with zeros, and WebCrypto takes no empty one. */
const NO_SALT = new Uint8Array(HASH_BYTES);
/** LabeledExtract("", "psk_id_hash", ""): the same in every message of this mode and suite. */
const NO_PSK_ID_HASH = fromHex('4ce5472ecdd5093ba0aecb8f871ff13f1fbc90ee76f0e18ace1a1b7e565bafa3');

/** Asks for one HMAC-SHA256. */
export interface MacRequest {
  readonly key: Bytes;
  readonly data: Bytes;
}

/** The AES key and the IV of one message that is sealed by HPKE. */
export interface HpkeKey {
  readonly key: Bytes;
  readonly iv: Bytes;
}

/** The two sides of one HPKE message. */
export interface HpkeExchange {
  /** The secret that X25519 gives both sides. */
  readonly shared: Uint8Array;
  readonly enc: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly info: string;
}

/**
 * The key schedule of HPKE for one message, as a generator: it yields each HMAC that it needs and is given the 32 bytes, so that
 * one text serves a platform that answers at once and one that answers later. Pure.
 */
export function* hpkeSchedule(exchange: HpkeExchange): Generator<MacRequest, HpkeKey, Bytes> {
  const { shared, enc, publicKey, info } = exchange;
  const eaePrk = yield extract(NO_SALT, KEM, 'eae_prk', shared);
  const secretOfKem = yield expand(eaePrk, KEM, 'shared_secret', concat(enc, publicKey), HASH_BYTES);
  const infoHash = yield extract(NO_SALT, SUITE, 'info_hash', utf8(info));
  const context = concat(MODE_BASE, NO_PSK_ID_HASH, infoHash);
  const secret = yield extract(secretOfKem, SUITE, 'secret', new Uint8Array());
  const key = yield expand(secret, SUITE, 'key', context, KEY_BYTES);
  const iv = yield expand(secret, SUITE, 'base_nonce', context, IV_BYTES);
  return { key, iv: iv.slice(0, IV_BYTES) };
}

function extract(salt: Bytes, suite: Bytes, label: string, ikm: Uint8Array): MacRequest {
  return { key: salt, data: concat(VERSION, suite, utf8(label), ikm) };
}

/** The first block of HKDF-Expand, of which the caller takes `length` bytes; no use needs a second one. */
function expand(prk: Bytes, suite: Bytes, label: string, info: Uint8Array, length: number): MacRequest {
  return {
    key: prk,
    data: concat(Uint8Array.of(0, length), VERSION, suite, utf8(label), info, Uint8Array.of(1)),
  };
}

import { readFileSync } from "node:fs";
import { deserialize } from "node:v8";
import { isUtf8 } from "node:buffer";
import { createCipheriv, createDecipheriv, createHash, createHmac, createPrivateKey, createPublicKey, diffieHellman, hkdfSync } from "node:crypto";
import { constants, gunzipSync, inflateSync } from "node:zlib";
// packages/engine/dist/vault/bytes.js
const UTF8 = new TextEncoder();
/** The parts, one after the other, as bytes of their own. Pure. */
function concat(...parts) {
	const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
	let at = 0;
	for (const part of parts) {
		whole.set(part, at);
		at += part.length;
	}
	return whole;
}
/** A text in UTF-8. Pure. */
function utf8(text) {
	return concat(UTF8.encode(text));
}
/** Two digits of hex for each byte. Pure. */
function toHex(bytes) {
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
/** The bytes of pairs of hex digits. */
function fromHex(text) {
	return Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16));
}
const END = 128;
/** The bytes that `pad` was given; undefined for bytes that it can't return. Pure. */
function unpad(padded) {
	if (padded.length === 0 || padded.length % 256 !== 0) return void 0;
	let end = padded.length - 1;
	while (end > padded.length - 256 && padded[end] === 0) end -= 1;
	return padded[end] === END ? padded.slice(0, end) : void 0;
}
// node_modules/@noble/hashes/_u64.js
const fromNumH = (n) => n / 2 ** 32 | 0;
const fromNumL = (n) => n >>> 0;
function setU64FromNum(view, byteOffset, n, isLE) {
	const h = fromNumH(n);
	const l = fromNumL(n);
	view.setUint32(byteOffset, isLE ? l : h, isLE);
	view.setUint32(byteOffset + 4, isLE ? h : l, isLE);
}
// node_modules/@noble/hashes/utils.js
/**
* Checks if something is Uint8Array. Be careful: nodejs Buffer will return true.
* @param a - value to test
* @returns `true` when the value is a Uint8Array-compatible view.
* @example
* Check whether a value is a Uint8Array-compatible view.
* ```ts
* isBytes(new Uint8Array([1, 2, 3]));
* ```
*/
function isBytes(a) {
	return a instanceof Uint8Array || ArrayBuffer.isView(a) && a.constructor.name === "Uint8Array" && "BYTES_PER_ELEMENT" in a && a.BYTES_PER_ELEMENT === 1;
}
const atitle = (title) => title ? `"${title}" ` : "";
/**
* Asserts something is a non-negative integer.
* @param n - number to validate
* @param title - label included in thrown errors
* @returns The validated number.
* @throws On wrong argument types. {@link TypeError}
* @throws On wrong argument ranges or values. {@link RangeError}
* @example
* Validate a non-negative integer option.
* ```ts
* anumber(32, 'length');
* ```
*/
function anumber(n, title = "") {
	if (typeof n !== "number") throw new TypeError(atitle(title) + "expected number, got " + typeof n);
	if (!Number.isSafeInteger(n) || n < 0) throw new RangeError(atitle(title) + "expected integer >= 0, got " + n);
	return n;
}
/**
* Asserts something is Uint8Array.
* @param value - value to validate
* @param length - optional exact length constraint
* @param title - label included in thrown errors
* @returns The validated byte array.
* @throws On wrong argument types. {@link TypeError}
* @throws On wrong argument ranges or values. {@link RangeError}
* @example
* Validate that a value is a byte array.
* ```ts
* abytes(new Uint8Array([1, 2, 3]));
* ```
*/
function abytes(value, length, title = "") {
	if (isBytes(value) && (length === void 0 || value.length === length)) return value;
	if (length !== void 0) anumber(length, "length");
	const bytes = isBytes(value);
	const ofLen = length !== void 0 ? ` of length ${length}` : "";
	const got = bytes ? `length=${value.length}` : `type=${typeof value}`;
	const message = atitle(title) + "expected Uint8Array" + ofLen + ", got " + got;
	if (!bytes) throw new TypeError(message);
	throw new RangeError(message);
}
const aobject = (value, label) => {
	if (value === null || typeof value !== "object" || Array.isArray(value)) throw new TypeError((label === "object" ? "" : `"${label}" `) + "expected object, got type=" + typeof value);
};
const aopts = (value, label) => {
	aobject(value, label);
	const proto = Object.getPrototypeOf(value);
	if (proto !== Object.prototype && proto !== null) throw new TypeError(`"${label}" expected plain object`);
	if (Object.hasOwn(value, "__proto__")) throw new TypeError(`"${label}.__proto__" is not allowed`);
};
/**
* Asserts a hash instance has not been destroyed or finished.
* @param instance - hash instance to validate
* @param checkFinished - whether to reject finalized instances
* @throws If the hash instance has already been destroyed or finalized. {@link Error}
* @example
* Validate that a hash instance is still usable.
* ```ts
* import { aexists } from '@noble/hashes/utils.js';
* import { sha256 } from '@noble/hashes/sha2.js';
* const hash = sha256.create();
* aexists(hash);
* ```
*/
function aexists(instance, checkFinished = true) {
	if (instance.destroyed) throw new Error("hash was destroyed");
	if (checkFinished && instance.finished) throw new Error("digest() was already called");
}
/**
* Asserts output is a sufficiently-sized byte array.
* @param out - destination buffer
* @param instance - hash instance providing output length
* Oversized buffers are allowed; downstream code only promises to fill the first `outputLen` bytes.
* @throws On wrong argument types. {@link TypeError}
* @throws On wrong argument ranges or values. {@link RangeError}
* @example
* Validate a caller-provided digest buffer.
* ```ts
* import { aoutput } from '@noble/hashes/utils.js';
* import { sha256 } from '@noble/hashes/sha2.js';
* const hash = sha256.create();
* aoutput(new Uint8Array(hash.outputLen), hash);
* ```
*/
function aoutput(out, instance) {
	abytes(out, void 0, "output");
	const min = instance.outputLen;
	if (!(out.length >= min)) throw new RangeError("\"output\" expected length >= " + min);
}
/**
* Zeroizes typed arrays in place. Warning: JS provides no guarantees.
* @param arrays - arrays to overwrite with zeros
* @example
* Zeroize sensitive buffers in place.
* ```ts
* clean(new Uint8Array([1, 2, 3]));
* ```
*/
function clean(...arrays) {
	for (let i = 0; i < arrays.length; i++) arrays[i].fill(0);
}
/**
* Creates a DataView for byte-level manipulation.
* @param arr - source typed array
* @returns DataView over the same buffer region.
* @example
* Create a DataView over an existing buffer.
* ```ts
* createView(new Uint8Array(4));
* ```
*/
function createView(arr) {
	return new DataView(arr.buffer, arr.byteOffset, arr.byteLength);
}
/**
* Rotate-right operation for uint32 values.
* @param word - source word
* @param shift - shift amount in bits
* @returns Rotated word.
* @example
* Rotate a 32-bit word to the right.
* ```ts
* rotr(0x12345678, 8);
* ```
*/
function rotr(word, shift) {
	return word << 32 - shift | word >>> shift;
}
/**
* Merges default options and passed options.
* @param defaults - base option object
* @param opts - user overrides
* @param title - label included in thrown override errors
* @returns Fresh merged option object with a null prototype.
* @throws On wrong argument types. {@link TypeError}
* @example
* Merge user overrides onto default options.
* ```ts
* checkOpts({ dkLen: 32 }, { asyncTick: 10 });
* ```
*/
function checkOpts(defaults, opts, title = "opts") {
	aopts(defaults, "defaults");
	if (opts !== void 0) aopts(opts, title);
	return Object.assign(Object.create(null), defaults, opts);
}
/**
* Creates a callable hash function from a stateful class constructor.
* @param hashCons - hash constructor or factory
* @param info - optional metadata such as DER OID
* @returns Frozen callable hash wrapper with `.create()`.
*   Wrapper construction eagerly calls `hashCons(undefined)` once to read
*   `outputLen` / `blockLen`, so constructor side effects happen at module
*   init time.
* @throws On wrong argument types. {@link TypeError}
* @example
* Wrap a stateful hash constructor into a callable helper.
* ```ts
* import { createHasher } from '@noble/hashes/utils.js';
* import { sha256 } from '@noble/hashes/sha2.js';
* const wrapped = createHasher(sha256.create, { oid: sha256.oid });
* wrapped(new Uint8Array([1]));
* ```
*/
function createHasher(hashCons, info = {}) {
	if (typeof hashCons !== "function") throw new TypeError("\"hashCons\" expected function, got type=" + typeof hashCons);
	info = checkOpts({}, info, "info");
	const hashC = (msg, opts) => hashCons(opts).update(msg).digest();
	const tmp = hashCons(void 0);
	hashC.outputLen = tmp.outputLen;
	hashC.blockLen = tmp.blockLen;
	hashC.canXOF = tmp.canXOF;
	hashC.create = (opts) => hashCons(opts);
	Object.assign(hashC, info);
	return Object.freeze(hashC);
}
/**
* Creates OID metadata for NIST hashes with prefix `06 09 60 86 48 01 65 03 04 02`.
* @param suffix - final OID byte for the selected hash.
*   The helper accepts any byte even though only the documented NIST hash
*   suffixes are meaningful downstream.
* @returns Object containing the DER-encoded OID.
* @example
* Build OID metadata for a NIST hash.
* ```ts
* oidNist(0x01);
* ```
*/
const oidNist = (suffix) => ({ oid: Uint8Array.from([
	6,
	9,
	96,
	134,
	72,
	1,
	101,
	3,
	4,
	2,
	suffix
]) });
// node_modules/@noble/hashes/_md.js
/**
* Internal Merkle-Damgard hash utils.
* @module
*/
/**
* Shared 32-bit conditional boolean primitive reused by SHA-256, SHA-1, and MD5 `F`.
* Returns bits from `b` when `a` is set, otherwise from `c`.
* The XOR form is equivalent to MD5's `F(X,Y,Z) = XY v not(X)Z` because the masked terms never
* set the same bit.
* @param a - selector word
* @param b - word chosen when selector bit is set
* @param c - word chosen when selector bit is clear
* @returns Mixed 32-bit word.
* @example
* Combine three words with the shared 32-bit choice primitive.
* ```ts
* Chi(0xffffffff, 0x12345678, 0x87654321);
* ```
*/
function Chi(a, b, c) {
	return a & b ^ ~a & c;
}
/**
* Shared 32-bit majority primitive reused by SHA-256 and SHA-1.
* Returns bits shared by at least two inputs.
* @param a - first input word
* @param b - second input word
* @param c - third input word
* @returns Mixed 32-bit word.
* @example
* Combine three words with the shared 32-bit majority primitive.
* ```ts
* Maj(0xffffffff, 0x12345678, 0x87654321);
* ```
*/
function Maj(a, b, c) {
	return a & b ^ a & c ^ b & c;
}
/**
* Merkle-Damgard hash construction base class.
* Could be used to create MD5, RIPEMD, SHA1, SHA2.
* Accepts only byte-aligned `Uint8Array` input, even when the underlying spec describes bit
* strings with partial-byte tails.
* @param blockLen - internal block size in bytes
* @param outputLen - digest size in bytes
* @param padOffset - trailing length field size in bytes
* @param isLE - whether length and state words are encoded in little-endian
* @example
* Use a concrete subclass to get the shared Merkle-Damgard update/digest flow.
* ```ts
* import { _SHA1 } from '@noble/hashes/legacy.js';
* const hash = new _SHA1();
* hash.update(new Uint8Array([97, 98, 99]));
* hash.digest();
* ```
*/
var HashMD = class {
	blockLen;
	outputLen;
	canXOF = false;
	padOffset;
	isLE;
	buffer;
	view;
	finished = false;
	length = 0;
	pos = 0;
	destroyed = false;
	constructor(blockLen, outputLen, padOffset, isLE) {
		this.blockLen = blockLen;
		this.outputLen = outputLen;
		this.padOffset = padOffset;
		this.isLE = isLE;
		this.buffer = new Uint8Array(blockLen);
		this.view = createView(this.buffer);
	}
	update(data) {
		aexists(this);
		abytes(data);
		const { view, buffer, blockLen } = this;
		const len = data.length;
		let processed = false;
		for (let pos = 0; pos < len;) {
			const take = Math.min(blockLen - this.pos, len - pos);
			if (take === blockLen) {
				const dataView = createView(data);
				for (; blockLen <= len - pos; pos += blockLen) this.process(dataView, pos);
				processed = true;
				continue;
			}
			buffer.set(pos === 0 && take === len ? data : data.subarray(pos, pos + take), this.pos);
			this.pos += take;
			pos += take;
			if (this.pos === blockLen) {
				this.process(view, 0);
				this.pos = 0;
				processed = true;
			}
		}
		this.length += data.length;
		if (processed) this.roundClean();
		return this;
	}
	digestInto(out) {
		aexists(this);
		aoutput(out, this);
		this.finished = true;
		const { buffer, view, blockLen, isLE } = this;
		let { pos } = this;
		buffer[pos++] = 128;
		buffer.fill(0, pos);
		if (this.padOffset > blockLen - pos) {
			this.process(view, 0);
			buffer.fill(0);
		}
		setU64FromNum(view, blockLen - 8, this.length * 8, isLE);
		this.process(view, 0);
		this.roundClean();
		const oview = out === buffer ? view : createView(out);
		const len = this.outputLen;
		const outLen = len / 4;
		const state = this.get();
		if (len % 4 || outLen > state.length) throw new Error("invalid outputLen");
		for (let i = 0; i < outLen; i++) oview.setUint32(4 * i, state[i], isLE);
	}
	digest() {
		const { buffer, outputLen } = this;
		this.digestInto(buffer);
		const res = buffer.slice(0, outputLen);
		this.destroy();
		return res;
	}
	_cloneIntoMeta(to) {
		const { buffer, length, finished, destroyed, pos } = this;
		to.destroyed = destroyed;
		to.finished = finished;
		to.length = length;
		to.pos = pos;
		if (pos) to.buffer.set(buffer);
		return to;
	}
	clone() {
		return this._cloneInto();
	}
};
/**
* Initial SHA-2 state: fractional parts of square roots of first 16 primes 2..53.
* Check out `test/misc/sha2-gen-iv.js` for recomputation guide.
*/
/** Initial SHA256 state from RFC 6234 §6.1: the first 32 bits of the fractional parts of the
* square roots of the first eight prime numbers. Exported as a shared table; callers must treat
* it as read-only because constructors copy words from it by index. */
const SHA256_IV = /* @__PURE__ */ Uint32Array.from([
	1779033703,
	3144134277,
	1013904242,
	2773480762,
	1359893119,
	2600822924,
	528734635,
	1541459225
]);
// node_modules/@noble/hashes/sha2.js
/**
* SHA2 hash function. A.k.a. sha256, sha384, sha512, sha512_224, sha512_256.
* SHA256 is the fastest hash implementable in JS, even faster than Blake3.
* Check out {@link https://www.rfc-editor.org/rfc/rfc4634 | RFC 4634} and
* {@link https://nvlpubs.nist.gov/nistpubs/FIPS/NIST.FIPS.180-4.pdf | FIPS 180-4}.
* @module
*/
/**
* SHA-224 / SHA-256 round constants from RFC 6234 §5.1: the first 32 bits
* of the cube roots of the first 64 primes (2..311).
*/
const SHA256_K = /* @__PURE__ */ Uint32Array.from([
	1116352408,
	1899447441,
	3049323471,
	3921009573,
	961987163,
	1508970993,
	2453635748,
	2870763221,
	3624381080,
	310598401,
	607225278,
	1426881987,
	1925078388,
	2162078206,
	2614888103,
	3248222580,
	3835390401,
	4022224774,
	264347078,
	604807628,
	770255983,
	1249150122,
	1555081692,
	1996064986,
	2554220882,
	2821834349,
	2952996808,
	3210313671,
	3336571891,
	3584528711,
	113926993,
	338241895,
	666307205,
	773529912,
	1294757372,
	1396182291,
	1695183700,
	1986661051,
	2177026350,
	2456956037,
	2730485921,
	2820302411,
	3259730800,
	3345764771,
	3516065817,
	3600352804,
	4094571909,
	275423344,
	430227734,
	506948616,
	659060556,
	883997877,
	958139571,
	1322822218,
	1537002063,
	1747873779,
	1955562222,
	2024104815,
	2227730452,
	2361852424,
	2428436474,
	2756734187,
	3204031479,
	3329325298
]);
/** Reusable SHA-224 / SHA-256 message schedule buffer `W_t` from RFC 6234 §6.2 step 1. */
const SHA256_W = /* @__PURE__ */ new Uint32Array(64);
/** Internal SHA-224 / SHA-256 compression engine from RFC 6234 §6.2. */
var SHA2_32B = class extends HashMD {
	A = 0;
	B = 0;
	C = 0;
	D = 0;
	E = 0;
	F = 0;
	G = 0;
	H = 0;
	constructor(outputLen, IV) {
		super(64, outputLen, 8, false);
		this.A = IV[0] | 0;
		this.B = IV[1] | 0;
		this.C = IV[2] | 0;
		this.D = IV[3] | 0;
		this.E = IV[4] | 0;
		this.F = IV[5] | 0;
		this.G = IV[6] | 0;
		this.H = IV[7] | 0;
	}
	get() {
		const { A, B, C, D, E, F, G, H } = this;
		return [
			A,
			B,
			C,
			D,
			E,
			F,
			G,
			H
		];
	}
	set(A, B, C, D, E, F, G, H) {
		this.A = A | 0;
		this.B = B | 0;
		this.C = C | 0;
		this.D = D | 0;
		this.E = E | 0;
		this.F = F | 0;
		this.G = G | 0;
		this.H = H | 0;
	}
	_cloneInto(to) {
		(to ||= new this.constructor()).set(...this.get());
		return this._cloneIntoMeta(to);
	}
	process(view, offset) {
		for (let i = 0; i < 16; i++, offset += 4) SHA256_W[i] = view.getUint32(offset, false);
		for (let i = 16; i < 64; i++) {
			const W15 = SHA256_W[i - 15];
			const W2 = SHA256_W[i - 2];
			const s0 = rotr(W15, 7) ^ rotr(W15, 18) ^ W15 >>> 3;
			const s1 = rotr(W2, 17) ^ rotr(W2, 19) ^ W2 >>> 10;
			SHA256_W[i] = s1 + SHA256_W[i - 7] + s0 + SHA256_W[i - 16] | 0;
		}
		let { A, B, C, D, E, F, G, H } = this;
		for (let i = 0; i < 64; i++) {
			const sigma1 = rotr(E, 6) ^ rotr(E, 11) ^ rotr(E, 25);
			const T1 = H + sigma1 + Chi(E, F, G) + SHA256_K[i] + SHA256_W[i] | 0;
			const T2 = (rotr(A, 2) ^ rotr(A, 13) ^ rotr(A, 22)) + Maj(A, B, C) | 0;
			H = G;
			G = F;
			F = E;
			E = D + T1 | 0;
			D = C;
			C = B;
			B = A;
			A = T1 + T2 | 0;
		}
		A = A + this.A | 0;
		B = B + this.B | 0;
		C = C + this.C | 0;
		D = D + this.D | 0;
		E = E + this.E | 0;
		F = F + this.F | 0;
		G = G + this.G | 0;
		H = H + this.H | 0;
		this.set(A, B, C, D, E, F, G, H);
	}
	roundClean() {
		clean(SHA256_W);
	}
	destroy() {
		this.destroyed = true;
		this.set(0, 0, 0, 0, 0, 0, 0, 0);
		clean(this.buffer);
	}
};
/** Internal SHA-256 hash class grounded in RFC 6234 §6.2. */
var _SHA256 = class extends SHA2_32B {
	constructor() {
		super(32, SHA256_IV);
	}
};
/**
* SHA2-256 hash function from RFC 4634. In JS it's the fastest: even faster than Blake3. Some info:
*
* - Trying 2^128 hashes would get 50% chance of collision, using birthday attack.
* - BTC network is doing 2^70 hashes/sec (2^95 hashes/year) as per 2025.
* - Each sha256 hash is executing 2^18 bit operations.
* - Good 2024 ASICs can do 200Th/sec with 3500 watts of power, corresponding to 2^36 hashes/joule.
* @param msg - message bytes to hash
* @param opts - Reserved hash options.
* @returns Digest bytes.
* @example
* Hash a message with SHA2-256.
* ```ts
* sha256(new Uint8Array([97, 98, 99]));
* ```
*/
const sha256 = /* @__PURE__ */ createHasher(() => new _SHA256(), /* @__PURE__ */ oidNist(1));
/** The points of small order and their other spellings, without the top bit, which X25519 ignores. Whatever is multiplied by them is zero. */
const LOW_ORDER = /* @__PURE__ */ new Set([
	"0000000000000000000000000000000000000000000000000000000000000000",
	"0100000000000000000000000000000000000000000000000000000000000000",
	"e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
	"5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
]);
/** Names a public key: the first 8 bytes of its SHA-256 in hex. Pure. */
function keyIdOf(publicKey) {
	return toHex(sha256(publicKey).subarray(0, 8));
}
/** Tells whether something can be sealed to a public key: it has 32 bytes and is no point of small order, which would give everybody the same secret. Pure. */
function isPublicKey(bytes) {
	if (bytes.length !== 32) return false;
	const point = Uint8Array.from(bytes);
	point[31] = (point[31] ?? 0) & 127;
	return !LOW_ORDER.has(toHex(point));
}
/** AES-256-GCM under a key that both sides have, or HPKE to a public key. */
const SEAL_MODES = {
	cipher: 1,
	hpke: 2
};
/** The bytes in front of the ciphertext: the IV of AES-GCM, or the `enc` of HPKE. */
const HEADS = {
	1: 12,
	2: 32
};
/** The parts of a record, as far as they can be told without a key. Never throws. */
function unpackRecord(bytes) {
	const mode = modeOf(bytes);
	if (typeof mode === "string") return { problem: mode };
	const start = 10;
	const padded = bytes.length - start - HEADS[mode] - 16;
	if (padded < 256 || padded % 256 !== 0) return { problem: "not_sealed" };
	return {
		mode,
		keyId: toHex(bytes.subarray(2, start)),
		body: Uint8Array.from(bytes.subarray(start))
	};
}
/** The parts of a wrapped key. Never throws. */
function unpackKey(bytes) {
	const mode = modeOf(bytes);
	if (typeof mode === "string") return { problem: mode };
	const start = mode === SEAL_MODES.hpke ? 10 : 2;
	if (bytes.length !== start + HEADS[mode] + 32 + 16) return { problem: "not_sealed" };
	return {
		mode,
		keyId: toHex(bytes.subarray(2, start)),
		body: Uint8Array.from(bytes.subarray(start))
	};
}
function modeOf([version, mode]) {
	if (version === void 0 || mode === void 0) return "not_sealed";
	if (version !== 2) return "unknown_version";
	return mode === SEAL_MODES.cipher || mode === SEAL_MODES.hpke ? mode : "unknown_mode";
}
// packages/engine/dist/vault/bound.js
/** Bound to a wrapped key: the JSON `[2, mode, purpose, account, id, key_id]`. */
function boundToKey({ account, purpose, id }, mode, keyId) {
	return json(mode, purpose, account, id, keyId);
}
function json(...parts) {
	return utf8(JSON.stringify([2, ...parts]));
}
// packages/engine/dist/vault/hpke-schedule.js
const VERSION = utf8("HPKE-v1");
const KEM = concat(utf8("KEM"), Uint8Array.of(0, 32));
const SUITE = concat(utf8("HPKE"), Uint8Array.of(0, 32, 0, 1, 0, 2));
const MODE_BASE = Uint8Array.of(0);
const HASH_BYTES = 32;
/** An empty salt: HMAC fills a short key with zeros, and WebCrypto takes no empty one. */
const NO_SALT = new Uint8Array(HASH_BYTES);
/** LabeledExtract("", "psk_id_hash", ""): the same in every message of this mode and suite. */
const NO_PSK_ID_HASH = fromHex("4ce5472ecdd5093ba0aecb8f871ff13f1fbc90ee76f0e18ace1a1b7e565bafa3");
/**
* The key schedule of HPKE for one message, as a generator: it yields each HMAC that it needs and is given the 32 bytes, so that
* one text serves a platform that answers at once and one that answers later. Pure.
*/
function* hpkeSchedule(exchange) {
	const { shared, enc, publicKey, info } = exchange;
	const secretOfKem = yield expand(yield extract(NO_SALT, KEM, "eae_prk", shared), KEM, "shared_secret", concat(enc, publicKey), HASH_BYTES);
	const infoHash = yield extract(NO_SALT, SUITE, "info_hash", utf8(info));
	const context = concat(MODE_BASE, NO_PSK_ID_HASH, infoHash);
	const secret = yield extract(secretOfKem, SUITE, "secret", /* @__PURE__ */ new Uint8Array());
	return {
		key: yield expand(secret, SUITE, "key", context, 32),
		iv: (yield expand(secret, SUITE, "base_nonce", context, 12)).slice(0, 12)
	};
}
function extract(salt, suite, label, ikm) {
	return {
		key: salt,
		data: concat(VERSION, suite, utf8(label), ikm)
	};
}
/** The first block of HKDF-Expand, of which the caller takes `length` bytes; no use needs a second one. */
function expand(prk, suite, label, info, length) {
	return {
		key: prk,
		data: concat(Uint8Array.of(0, length), VERSION, suite, utf8(label), info, Uint8Array.of(1))
	};
}
// packages/engine/dist/vault/labels.js
/**
* The HKDF-SHA256 info of each key that is made of a secret; the salt is empty. Nothing is derived under a label that is not here.
* A label never changes: what was sealed under it could not be opened any more.
*/
const KEY_LABELS = {
	/** Vault key -> the X25519 pair of the account. */
	accountPair: "millrace vault 2 account x25519",
	/** Vault key -> the key of the tags by which devices know the chat keys of their own account. */
	own: "millrace vault 2 account own hmac",
	/** Chat secret -> the AES key of records that devices write. */
	chatCipher: "millrace vault 2 chat aes-256-gcm",
	/** Chat secret -> the X25519 pair for records of a server that has no chat secret. */
	chatPair: "millrace vault 2 chat x25519",
	/** API token -> the X25519 pair of a client without keys. */
	tokenPair: "millrace vault 2 token x25519",
	/** Recovery code -> the AES key that wraps the vault key. */
	recovery: "millrace vault 2 recovery wrap",
	/** The secret of a passkey (PRF) -> the AES key that wraps the vault key. */
	passkey: "millrace vault 2 passkey wrap",
	/** Stretched passphrase -> the secret that signs in. Older than the vault. */
	passphraseSignIn: "millrace sign-in",
	/** Stretched passphrase -> the AES key that wraps the vault key. Older than the vault. */
	passphraseWrap: "millrace wrapping",
	/** Root key of a server -> the key of the proofs of its records. */
	proof: "millrace vault 2 proof hmac"
};
/** The HPKE info of each kind of thing that is sealed to a public key. A label never changes. */
const SEAL_LABELS = {
	record: "millrace vault 2 sealed record",
	/** The vault key, wrapped by a credential. */
	vault_key: "millrace vault 2 wrapped vault key",
	/** A chat secret, sealed to an account or to a token. */
	chat_secret: "millrace vault 2 wrapped chat secret",
	/** A chat secret, handed to the server for one run. */
	unlock: "millrace vault 2 wrapped unlock",
	/** The key of a run, sealed to its chat. */
	run_key: "millrace vault 2 wrapped run key"
};
// packages/server/src/vault/x25519.ts
const PRIVATE = Buffer.from("302e020100300506032b656e04220420", "hex");
const PUBLIC = Buffer.from("302a300506032b656e032100", "hex");
/** The pair of 32 bytes. Throws for any other number of them. */
function pairOf(bytes) {
	if (bytes.length !== 32) throw new Error(`A private key has 32 bytes, not ${bytes.length}.`);
	const key = Buffer.concat([PRIVATE, bytes]);
	const privateKey = createPrivateKey({
		key,
		format: "der",
		type: "pkcs8"
	});
	return {
		privateKey,
		publicKey: publicBytes(createPublicKey(privateKey))
	};
}
/** The 32 bytes of a public key. */
function publicBytes(key) {
	return new Uint8Array(key.export({
		format: "der",
		type: "spki"
	}).subarray(PUBLIC.length));
}
/** The secret that both sides get; undefined for a public key that gives everybody the same one. */
function sharedSecret(privateKey, publicKey) {
	if (!isPublicKey(publicKey)) return void 0;
	const key = Buffer.concat([PUBLIC, publicKey]);
	const shared = diffieHellman({
		privateKey,
		publicKey: createPublicKey({
			key,
			format: "der",
			type: "spki"
		})
	});
	return shared.some((byte) => byte !== 0) ? shared : void 0;
}
// packages/server/src/vault/keys.ts
/** HKDF-SHA256 without salt. */
function hkdf(secret, info, length) {
	return new Uint8Array(hkdfSync("sha256", secret, /* @__PURE__ */ new Uint8Array(), info, length));
}
// tests/thief/sealed-values.ts
const INFOS = Object.values(SEAL_LABELS);
const TEXT_VERSION = 1;
const SHORTEST = 29;
/** Words that may be bytes in base64 or hex. */
const WORDS = /[A-Za-z0-9+/_-]{38,}={0,2}/g;
/** Everything sealed in any column of any table, and in any file that is not a database. */
function sealedIn({ cells, files }) {
	return [...cells.flatMap((cell) => sealedInValue(cell.value, `${cell.table}.${cell.column}`, cell)), ...files.filter(({ name, bytes }) => !isDatabase(name, bytes)).flatMap(({ name, bytes }) => sealedInValue(bytes, name))];
}
/** Its rows are looked at one by one, and its pages for marks and keys only. */
const isDatabase = (name, bytes) => /^(heap|wal)\/|\.sqlite(-wal|-shm|-journal)?$/.test(name) || bytes.subarray(0, 6).toString("latin1") === "SQLite";
function sealedInValue(value, where, cell) {
	const place = {
		where,
		...cell && { cell }
	};
	if (value instanceof Uint8Array) {
		const bytes = Buffer.from(value);
		const whole = takeApart(bytes, place, true);
		return whole === void 0 ? sealedInText(bytes.toString("latin1"), place) : [whole];
	}
	return typeof value === "string" ? sealedInText(value, place) : [];
}
function sealedInText(text, place) {
	return (text.match(WORDS) ?? []).flatMap((word) => {
		const form = /[_-]/.test(word) ? "base64url" : "base64";
		const isPadded = form === "base64" && word.length % 4 === 0;
		const inHex = /^([0-9a-f]{2})+$/.test(word) ? takeApart(Buffer.from(word, "hex"), place, false) : void 0;
		return takeApart(Buffer.from(word, form), place, isPadded) ?? inHex ?? [];
	});
}
/** `canBeText`: the first version is always written in whole groups of base64, and is too plain to be told from anything else. */
function takeApart(bytes, place, canBeText) {
	if (canBeText && bytes[0] === TEXT_VERSION && bytes.length >= SHORTEST) return {
		...place,
		kind: "text",
		keyId: "",
		bytes,
		...cipherParts(bytes.subarray(1))
	};
	for (const [kind, unpack] of [["record", unpackRecord], ["key", unpackKey]]) {
		const found = unpack(bytes);
		if (found.problem !== void 0) continue;
		const body = Buffer.from(found.body);
		const known = {
			...place,
			keyId: found.keyId,
			bytes
		};
		if (found.mode === SEAL_MODES.cipher) return {
			...known,
			kind,
			...cipherParts(body)
		};
		return {
			...known,
			kind: kind === "key" ? "key to" : "record to",
			enc: body.subarray(0, 32),
			body: body.subarray(32, -16),
			tag: body.subarray(-16)
		};
	}
}
const cipherParts = (bytes) => ({
	iv: bytes.subarray(0, 12),
	body: bytes.subarray(12, -16),
	tag: bytes.subarray(-16)
});
// tests/thief/burgle.ts
const LABELS = [
	...Object.values(KEY_LABELS),
	"millrace mac",
	""
].map((label) => Buffer.from(label));
/** Below it, any key makes something that looks like text now and then. */
const ENOUGH_TEXT = 32;
const BLOCK = 16;
/** Tries all that follows from the sources as a key for all that is sealed. The place of a text is no secret, so nobody needs it. */
function burgle(sealed, sources) {
	const opened = /* @__PURE__ */ new Map();
	const [ciphers, letters] = [new Ciphers(sealed), new Letters(sealed)];
	const seen = /* @__PURE__ */ new Set();
	const queue = [...sources];
	let tried = 0;
	const take = (found) => {
		for (const [each, plain] of found) {
			if (opened.has(each)) continue;
			opened.set(each, plain);
			queue.push({
				value: plain,
				depth: "whole"
			}, {
				value: plain.toString(),
				depth: "whole"
			});
		}
	};
	const attempt = (key, isSeed) => {
		const name = key.toString("latin1");
		if (seen.has(name)) return;
		seen.add(name);
		tried += 1;
		take(ciphers.open(key));
		if (isSeed) take(letters.open(key));
	};
	for (let source = queue.pop(); source !== void 0; source = queue.pop()) for (const seed of seedsIn(source.value)) {
		if (seed.length === 32) attempt(seed, true);
		if (source.depth === "bytes") continue;
		attempt(createHash("sha256").update(seed).digest(), false);
		if (seed.length >= BLOCK) for (const label of LABELS) attempt(Buffer.from(hkdf(seed, label, 32)), true);
		if (source.depth === "windows") for (let at = 0; at + 32 <= seed.length; at += 1) attempt(seed.subarray(at, at + 32), false);
	}
	return {
		opened,
		tried
	};
}
/** The bytes that a stored value may mean. */
function* seedsIn(value) {
	if (typeof value !== "string") {
		yield value;
		return;
	}
	yield Buffer.from(value);
	for (const word of new Set(value.match(/[A-Za-z0-9+/_-]{22,}/g) ?? [])) {
		if (word !== value) yield Buffer.from(word);
		yield Buffer.from(word, /[_-]/.test(word) ? "base64url" : "base64");
		if (/^([0-9a-f]{2})+$/i.test(word)) yield Buffer.from(word, "hex");
	}
}
/** What is sealed with AES, to be tried with many keys. */
var Ciphers = class {
	#all;
	#heads;
	#wrapped;
	constructor(sealed) {
		const all = sealed.filter((each) => "iv" in each);
		this.#all = all.filter(({ kind, body }) => kind !== "key" && body.length > 0);
		this.#wrapped = all.filter(({ kind }) => kind === "key");
		this.#heads = Buffer.concat(this.#all.map(({ iv }) => Buffer.concat([iv, Buffer.from([
			0,
			0,
			0,
			2
		])])));
	}
	open(key) {
		const stream = createCipheriv("aes-256-ecb", key, null).setAutoPadding(false).update(this.#heads);
		const texts = [];
		const short = [];
		let length = 0;
		const take = (each) => {
			const plain = readable(each, decrypt(key, each));
			if (plain === void 0) return;
			texts.push([each, plain]);
			length += each.body.length;
		};
		for (let i = 0; i < this.#all.length; i += 1) {
			const each = this.#all[i];
			if (each === void 0 || !looksLikeText(stream, i * BLOCK, each.body)) continue;
			if (each.body.length < BLOCK) short.push(each);
			else take(each);
		}
		if (texts.length > 0) for (const each of short) take(each);
		const found = length >= ENOUGH_TEXT ? texts : [];
		for (const each of this.#wrapped) {
			const plain = unwrap(key, each);
			if (plain !== void 0) found.push([each, plain]);
		}
		return found;
	}
};
function looksLikeText(stream, at, body) {
	const length = Math.min(BLOCK, body.length);
	for (let i = 0; i < length; i += 1) {
		const byte = (stream[at + i] ?? 0) ^ (body[i] ?? 0);
		if (byte < 32 && byte !== 10 && byte !== 13 && byte !== 9) return byte === 0 && i > 0 && isPadding(stream, at, body, i, length);
	}
	return true;
}
function isPadding(stream, at, body, from, to) {
	for (let i = from; i < to; i += 1) if (((stream[at + i] ?? 0) ^ (body[i] ?? 0)) !== 0) return false;
	return true;
}
/** Without a look at the tag: who has the key may read, whatever the text was bound to. */
function decrypt(key, { iv, body }) {
	return createDecipheriv("aes-256-ctr", key, Buffer.concat([iv, Buffer.from([
		0,
		0,
		0,
		2
	])])).update(body);
}
/** The text, if it is one. */
function readable({ kind }, plain) {
	const text = kind === "text" ? plain : unpad(plain);
	if (text === void 0 || !isUtf8(text)) return void 0;
	return text.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) ? void 0 : Buffer.from(text);
}
/** A wrapped key is no text, so its tag must fit: it is bound to its row. */
function unwrap(key, sealed) {
	for (const aad of aadsOf(sealed)) {
		const decipher = createDecipheriv("aes-256-gcm", key, sealed.iv).setAAD(aad).setAuthTag(sealed.tag);
		const plain = decipher.update(sealed.body);
		try {
			decipher.final();
			return plain;
		} catch {}
	}
}
const aads = /* @__PURE__ */ new WeakMap();
/** Every place that a wrapped key of this row can be bound to. */
function aadsOf(sealed) {
	const known = aads.get(sealed);
	if (known !== void 0) return known;
	const words = /* @__PURE__ */ new Set(["first", ...Object.values(sealed.cell?.row ?? {}).filter(isShort)]);
	const made = [
		"vault_key",
		"chat_secret",
		"unlock",
		"run_key"
	].flatMap((purpose) => [...words].flatMap((account) => [...words].map((id) => Buffer.from(boundToKey({
		account,
		purpose,
		id
	}, SEAL_MODES.cipher, "")))));
	aads.set(sealed, made);
	return made;
}
const isShort = (value) => typeof value === "string" && value.length <= 64;
/** What is sealed to public keys. */
var Letters = class {
	#to = /* @__PURE__ */ new Map();
	constructor(sealed) {
		for (const each of sealed) if ("enc" in each) this.#to.set(each.keyId, [...this.#to.get(each.keyId) ?? [], each]);
	}
	open(seed) {
		if (this.#to.size === 0) return [];
		const pair = pairOf(seed);
		return (this.#to.get(keyIdOf(pair.publicKey)) ?? []).map((each) => [each, this.#read(pair, each)]);
	}
	/** The name of the public key says that this is the private one, so something is always read. */
	#read({ privateKey, publicKey }, letter) {
		const shared = sharedSecret(privateKey, letter.enc) ?? Buffer.alloc(32);
		const all = INFOS.map((info) => {
			const schedule = hpkeSchedule({
				shared,
				enc: letter.enc,
				publicKey,
				info
			});
			let step = schedule.next();
			while (!step.done) {
				const { key, data } = step.value;
				step = schedule.next(new Uint8Array(createHmac("sha256", key).update(data).digest()));
			}
			const { key, iv } = step.value;
			return decrypt(Buffer.from(key), {
				iv: Buffer.from(iv),
				body: letter.body
			});
		});
		return all.find((plain) => readable(letter, plain) !== void 0) ?? Buffer.concat(all);
	}
};
// tests/thief/marks.ts
/** A word that is in every text that must not be found, and nowhere else. */
const STEM = "qvaxolumbrenz";
const base64At = (offset) => {
	const text = Buffer.from("#".repeat(offset) + STEM).toString("base64");
	const whole = Math.floor((offset + 13) * 8 / 6);
	return text.slice(Math.ceil(offset * 8 / 6), whole);
};
const wide = Buffer.from(STEM, "utf16le");
const hex = Buffer.from(STEM).toString("hex");
const escaped = (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`;
const FORMS = [
	["plain", Buffer.from(STEM)],
	["capital", Buffer.from(STEM.charAt(0).toUpperCase() + STEM.slice(1))],
	["upper case", Buffer.from(STEM.toUpperCase())],
	["UTF-16LE", wide],
	["UTF-16BE", Buffer.from(wide).swap16()],
	["hex", Buffer.from(hex)],
	["HEX", Buffer.from(hex.toUpperCase())],
	...[
		0,
		1,
		2
	].map((offset) => [`base64 at ${offset}`, Buffer.from(base64At(offset))]),
	["JSON escapes", Buffer.from([...STEM].map(escaped).join(""))]
];
/** The forms in which bytes hold a mark, also in what is packed in them. */
function findMarks(bytes, where, depth = 2) {
	const found = FORMS.filter(([, form]) => bytes.includes(form)).map(([form]) => ({
		where,
		form
	}));
	if (depth === 0) return found;
	return [...found, ...unpacked(bytes).flatMap((inner) => findMarks(inner, `${where} (packed)`, depth - 1))];
}
const PACKED = [[Buffer.from([
	31,
	139,
	8
]), gunzipSync], ...[
	1,
	94,
	156,
	218
].map((level) => [Buffer.from([120, level]), inflateSync])];
/** More is nothing that a server packs by itself. */
const MOST_UNPACKED = 1 << 20;
/** Everything that gzip or zlib has packed anywhere in these bytes, also if its end is missing. */
function unpacked(bytes) {
	const all = [];
	for (const [head, open] of PACKED) for (let at = bytes.indexOf(head); at >= 0; at = bytes.indexOf(head, at + 1)) try {
		const inner = open(bytes.subarray(at, at + MOST_UNPACKED), {
			finishFlush: constants.Z_SYNC_FLUSH,
			maxOutputLength: MOST_UNPACKED
		});
		if (inner.length > 13) all.push(inner);
	} catch {}
	return all;
}
const HASHES = [
	"sha256",
	"sha1",
	"md5",
	"sha512"
];
const SHOWN_OF_HASH = 16;
/** The beginnings of all hashes of texts that somebody can guess, in each form, with the text. */
function hashesOf(texts) {
	const hashes = /* @__PURE__ */ new Map();
	for (const text of texts) for (const name of HASHES) {
		const hash = createHash(name).update(text).digest();
		for (const form of [
			"hex",
			"base64",
			"base64url"
		]) hashes.set(hash.toString(form).slice(0, SHOWN_OF_HASH), text);
	}
	return hashes;
}
/** The text whose hash a stored word begins with. */
const guessed = (hashes, word) => hashes.get(word.slice(0, SHOWN_OF_HASH));
// tests/thief/exceptions.ts
/** All that is readable on purpose. SECURITY.md names the same, in this order. */
const EXCEPTIONS = [
	{
		says: "workspaces",
		folders: ["workspace", "workspaces"]
	},
	{
		says: "checkpoints of them",
		folders: ["checkpoints"]
	},
	{
		says: "modes",
		folders: ["modes"]
	},
	{
		says: "focuses",
		folders: ["focus"]
	},
	{
		says: "bug reports",
		folders: ["reports"]
	}
];
const MCP_SECRETS = ["env", "headers"];
const exceptionOf = (name) => EXCEPTIONS.find(({ folders }) => folders.some((folder) => name.startsWith(`${folder}/`)));
/** Marks in what is readable on purpose say so: `STEM file …`. Any other one is not meant to be there. */
const MEANT = new RegExp(`${STEM} file`, "g");
/** The marks in a file that nobody may find there. The name of the file counts, too. */
function marksIn({ name, bytes }) {
	const named = Buffer.from(name);
	if (exceptionOf(name) !== void 0) return findMarks(unmeant(bytes), name).filter(({ where }) => where === name);
	return [...findMarks(name === "mcp.json" ? unmeantOfMcp(bytes) : bytes, name), ...findMarks(named, `the name of ${name}`)];
}
const unmeant = (bytes) => Buffer.from(bytes.toString("latin1").replace(MEANT, ""), "latin1");
function unmeantOfMcp(bytes) {
	const { servers } = JSON.parse(bytes.toString());
	const secrets = Object.values(servers).map((server) => MCP_SECRETS.map((part) => server[part]));
	const rest = Object.values(servers).map((server) => Object.fromEntries(Object.entries(server).filter(([part]) => !MCP_SECRETS.includes(part))));
	return Buffer.concat([Buffer.from(JSON.stringify(secrets)), unmeant(Buffer.from(JSON.stringify(rest)))]);
}
// tests/thief/rob.ts
/** Longer files are texts, whose words are tried, and not each of their bytes. */
const SMALL_FILE = 4096;
/** Longer values are contents. */
const SMALL_VALUE = 128;
const isLong = process.env["MILLRACE_LONG"] === "1";
/** Looks for marks and keys everywhere. */
function rob(loot) {
	const sealed = sealedIn(loot);
	const { opened, tried } = burgle(sealed, sourcesIn(loot, sealed));
	return {
		marks: marksOf(loot),
		opened: [...opened.keys()].map(({ where }) => where),
		tried
	};
}
function marksOf({ files, cells }) {
	const inCells = cells.flatMap(({ table, column, value }) => {
		return findMarks(value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value)), `${table}.${column}`);
	});
	return [...files.flatMap(marksIn), ...inCells];
}
function sourcesIn({ files, cells }, sealed) {
	const isSealed = new Set(sealed.map(({ cell }) => cell?.value));
	return [...[...new Set(cells.map(({ value }) => value).filter((value) => !isSealed.has(value)))].flatMap((value) => {
		if (value instanceof Uint8Array) return [{
			value: Buffer.from(value),
			depth: value.length <= SMALL_VALUE ? "windows" : "whole"
		}];
		return typeof value === "string" ? [{
			value,
			depth: value.length <= SMALL_VALUE ? "windows" : "whole"
		}] : [];
	}), ...files.filter(({ name }) => exceptionOf(name) === void 0).flatMap(sourcesOfFile)];
}
/** A key in a page of a database or in its log stands between other texts, so both ends of each run of letters count. */
function sourcesOfFile({ name, bytes }) {
	const runs = bytes.toString("latin1").match(/[A-Za-z0-9+/_-]{43,}={0,2}/g) ?? [];
	const ends = new Set(runs.flatMap((run) => [
		43,
		44,
		64
	].flatMap((n) => [run.slice(0, n), run.slice(-n)])));
	const isBase = isDatabase(name, bytes);
	const words = [...ends].map((value) => ({
		value,
		depth: isBase ? "bytes" : "whole"
	}));
	const inner = bytes.length <= SMALL_FILE || isLong;
	if (isBase && !inner) return words;
	return [...words, {
		value: bytes,
		depth: inner ? "windows" : "whole"
	}];
}
function openAll(loot, keys) {
	const sealed = sealedIn(loot).filter(({ body }) => body.length > 0);
	const { opened, tried } = burgle(sealed, keys.map((value) => ({
		value,
		depth: "whole"
	})));
	return {
		sealed,
		opened,
		closed: sealed.filter((each) => !opened.has(each)).map(({ where }) => where),
		tried
	};
}
/** The stored words that are a hash of something that is only known to who can open it, and of what. */
function guess({ cells, files }, { opened }) {
	const hashes = hashesOf(partsOf([...opened.values()].map(String)));
	const told = cells.flatMap(({ table, column, value }) => {
		const of = typeof value === "string" && value.length >= 16 ? guessed(hashes, value) : void 0;
		return of === void 0 ? [] : [`${table}.${column} is a hash of ${of}`];
	});
	const named = files.flatMap(({ name }) => exceptionOf(name) === void 0 ? name.split(/[/.]/).flatMap((part) => {
		const of = part.length >= 16 ? guessed(hashes, part) : void 0;
		return of === void 0 ? [] : [`the file ${name} is named by a hash of ${of}`];
	}) : []);
	return [.../* @__PURE__ */ new Set([...told, ...named])];
}
const MOST_FIELDS = 7;
/** The texts and the parts of texts that somebody who guesses would try: values, objects, lists, and objects without some fields. */
function partsOf(texts) {
	const parts = /* @__PURE__ */ new Set();
	for (const text of texts) {
		add(text);
		try {
			walk(JSON.parse(text), true);
		} catch {}
	}
	return parts;
	function add(text) {
		if (text.length <= 2e3) parts.add(text);
	}
	function walk(value, isWhole) {
		if (typeof value === "string") return add(value);
		if (typeof value !== "object" || value === null) return;
		add(canonical(value));
		const inner = Object.values(value);
		for (const each of inner) walk(each, false);
		if (Array.isArray(value)) return;
		const strings = inner.filter((each) => typeof each === "string");
		for (const a of strings) for (const b of strings) if (a !== b) add(JSON.stringify([a, b]));
		if (isWhole && inner.length <= MOST_FIELDS) for (const some of subsets(Object.entries(value))) add(canonical(some));
	}
}
function subsets(entries) {
	return Array.from({ length: 2 ** entries.length }, (_, bits) => Object.fromEntries(entries.filter((_entry, i) => bits >> i & 1)));
}
/** JSON with the keys of each object in order. */
const canonical = (value) => JSON.stringify(value, (_key, each) => typeof each === "object" && each !== null && !Array.isArray(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => a < b ? -1 : 1)) : each);
// bench-rob.ts
const { loots, keys } = deserialize(readFileSync("/tmp/w/loot.bin"));
for (const [stage, loot] of Object.entries(loots)) {
	for (const f of loot.files) f.bytes = Buffer.from(f.bytes);
	const c = () => {
		const u = process.cpuUsage();
		return ((u.user + u.system) / 1e6).toFixed(2);
	};
	console.log(stage, loot.files.length, loot.cells.length, c());
	const o = openAll(loot, keys.map((k) => Buffer.from(k)));
	console.log("opened", o.sealed.length, o.opened.size, o.tried, c());
	console.log(guess(loot, o).length, c());
	const r = rob(loot);
	console.log(r.tried, r.opened.length, r.marks.length, c());
}
export {};

import { CODE, isAlphanumeric, isAsciiPunctuation, isLetter } from '../characters.ts';
import { HOLD } from './inline-context.ts';
import type { Inlines } from './inlines.ts';

const CANDIDATE = /https?:\/\/|ftp:\/\/|www\.|@/gi;
const PREFIX = /^(?:https?:\/\/|ftp:\/\/|www\.)/i;
const PREFIX_LIMIT = 8;
const MAIL_SCHEME_BEFORE = /(?:mailto|xmpp):$/i;
const MAIL = /^((?:mailto|xmpp):)?([\w.+-]+)@([\w.-]*)/i;
/** A host ends in a letter: `react@18.2.0` is a version. */
const MAIL_HOST = /^[\w-]*(?:\.[a-z0-9][\w-]*)+/i;
/** The longest part before the at sign of an address, with its scheme. */
const LOCAL_LIMIT = 64;
const ENTITY_LIMIT = 40;
/** The longest link, host or mail address. */
const LENGTH_LIMIT = 2000;
const HOST_LIMIT = 255;
const MAIL_LIMIT = 500;

/** The index at which the next address without brackets may begin. */
export function findAutolink(text: string, base: number, from: number): number {
  CANDIDATE.lastIndex = from - base;
  for (let match = CANDIDATE.exec(text); match !== null; match = CANDIDATE.exec(text)) {
    if (match[0] !== '@') return base + match.index;
    const start = findMail(text, match.index, from - base);
    if (start >= 0) return base + start;
  }
  return Number.POSITIVE_INFINITY;
}

/** The index at which a mail address may begin that has its at sign, or its scheme, at an index; -1 when nothing stands before it. */
function findMail(text: string, at: number, from: number): number {
  const least = Math.max(from, at - LOCAL_LIMIT);
  let start = at;
  while (start > least && isLocalCode(text.charCodeAt(start - 1))) start--;
  const scheme = MAIL_SCHEME_BEFORE.exec(text.slice(Math.max(0, start - 7), start))?.[0].length ?? 0;
  if (scheme > 0 && start < at && start - scheme >= from) return start - scheme;
  // A longer one is no name, except for a part of it behind an underscore.
  if (start > 0 && isLocalCode(text.charCodeAt(start - 1)))
    while (start < at && text.charCodeAt(start - 1) !== CODE.underscore) start++;
  while (text.charCodeAt(start) === CODE.underscore) start++;
  return start < at ? start : -1;
}

/** Takes an address that stands in the text without brackets. Returns `at` when it is none. */
export function readAutolink(inlines: Inlines, at: number): number {
  if (inlines.brackets !== null) return at;
  const index = at - inlines.base;
  const prefix = PREFIX.exec(inlines.text.slice(index, index + PREFIX_LIMIT))?.[0];
  if (prefix === undefined) return readEmail(inlines, at);
  const isWww = prefix.toLowerCase() === 'www.';
  if (!mayPrecede(inlines, at, isWww)) return at;
  const host = hostAt(inlines, isWww ? at : at + prefix.length);
  if (host === HOLD) return HOLD;
  if (!host || (isWww && !host.includes('.'))) return at;
  const end = inlines.endOfRun(at, LENGTH_LIMIT);
  if (end - at > LENGTH_LIMIT) return at;
  if (end === inlines.end && !inlines.final) return HOLD;
  const raw = trimEnd(inlines.text.slice(index, end - inlines.base));
  if (raw.length <= prefix.length || !isDomain(isWww ? raw : raw.slice(prefix.length), isWww)) return at;
  return put(inlines, at, raw, isWww ? `http://${raw}` : raw);
}

/**
 * The host that an address may have at a place, without what may be cut from its end; empty when there is none. Looked at
 * before all else, because what follows it may be long.
 */
function hostAt(inlines: Inlines, at: number): string | typeof HOLD {
  const index = at - inlines.base;
  const end = Math.min(inlines.endOfRun(at, HOST_LIMIT), at + HOST_LIMIT + 1);
  const text = inlines.text.slice(index, end - inlines.base);
  const length = domainLength(text);
  if (length > HOST_LIMIT) return '';
  if (at + length === inlines.end && !inlines.final) return HOLD;
  const host = cutEnd(text.slice(0, length), '._');
  return isDomain(host, false) ? host : '';
}

/** Takes a mail address, which may have a scheme; with `xmpp:` one name may follow behind a slash. */
function readEmail(inlines: Inlines, at: number): number {
  const text = inlines.text.slice(at - inlines.base, at - inlines.base + MAIL_LIMIT + 1);
  const isOpen = !inlines.final && at + text.length === inlines.end;
  const [address = '', scheme = '', local = '', domain = ''] = MAIL.exec(text) ?? [];
  const isXmpp = scheme.toLowerCase() === 'xmpp:';
  const rest = (isXmpp && /^\/[A-Za-z0-9@.]*/.exec(text.slice(address.length))?.[0]) || '';
  const length = address.length + rest.length;
  if (length === 0 || length > MAIL_LIMIT || scheme.length + local.length > LOCAL_LIMIT) return at;
  if (scheme === '' ? !mayPrecedeMail(inlines, at) : !mayPrecede(inlines, at, false)) return at;
  if (isOpen && length === text.length) return HOLD;
  const [host = ''] = MAIL_HOST.exec(domain) ?? [];
  if (!isLetter(host.charCodeAt(host.length - 1))) return at;
  const name = host === domain ? cutEnd(rest, '.') : '';
  const raw = `${scheme}${local}@${host}${name === '/' ? '' : name}`;
  return put(inlines, at, raw, scheme === '' ? `mailto:${raw}` : raw);
}

function mayPrecedeMail(inlines: Inlines, at: number): boolean {
  const before = inlines.code(at - 1);
  return before === CODE.underscore || !(isLocalCode(before) || before === CODE.slash);
}

function put(inlines: Inlines, at: number, raw: string, url: string): number {
  const children = [{ type: 'text', text: raw }] as const;
  inlines.pushNode({ type: 'link', url, title: '', kind: 'autolink', raw, children }, 1);
  return at + raw.length;
}

/** `www.` stands behind space or an opening mark, a scheme behind anything but a letter. */
function mayPrecede(inlines: Inlines, at: number, isWww: boolean): boolean {
  const before = inlines.code(at - 1);
  if (before < 0) return true;
  return isWww ? /[\s*_~(]/.test(String.fromCharCode(before)) : !isLetter(before);
}

function isLocalCode(code: number): boolean {
  return (
    isAlphanumeric(code) ||
    code === CODE.dot ||
    code === CODE.minus ||
    code === CODE.underscore ||
    code === CODE.plus
  );
}

/** Letters, digits, `-` and `_` between dots, which begin with a letter or a digit; no `_` in the last two parts. */
function isDomain(address: string, needsDot: boolean): boolean {
  const parts = cutEnd(address.slice(0, domainLength(address)), '.').split('.');
  if (/^[-_]|^$/.test(parts[0] ?? '') || (needsDot && parts.length < 2)) return false;
  return !parts.slice(-2).some((part) => part.includes('_'));
}

/** How far a text may be a host. */
function domainLength(text: string): number {
  let end = 0;
  while (end < text.length && isDomainCode(text.charCodeAt(end))) end++;
  return end;
}

function isDomainCode(code: number): boolean {
  return code === CODE.dot || code === CODE.minus || code === CODE.underscore || !isAsciiPunctuation(code);
}

/** A text without these characters at its end. Linear, which an expression that ends in `+$` is not. */
function cutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Without punctuation at the end, entities, and parentheses that the address did not open. */
function trimEnd(address: string): string {
  let end = address.length;
  let surplus = count(address, ')') - count(address, '(');
  for (;;) {
    const last = address.charAt(end - 1);
    if (last !== '' && '?!.,:*_~\'"'.includes(last)) end--;
    else if (last === ')' && surplus > 0) {
      end--;
      surplus--;
    } else if (last === ';') {
      end = entityStart(address, end);
    } else return address.slice(0, end);
  }
}

/** The index at which a character reference begins that ends in a `;` here; without one, the index of the `;`. */
function entityStart(text: string, end: number): number {
  let from = end - 1;
  while (end - from < ENTITY_LIMIT && isAlphanumeric(text.charCodeAt(from - 1))) from--;
  return from < end - 1 && text.charAt(from - 1) === '&' ? from - 1 : end - 1;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

import { hostOf } from '../../embeds/safe-link.tsx';

/**
 * The host that must be told beside a link, because its text hides it: it names another host, the address has a name before
 * an @, the host has letters of several alphabets, or signs turn the text around. Undefined when the text is honest. Pure.
 */
export function toldHost(text: string, href: string): string | undefined {
  const host = hostOf(href);
  if (host === undefined) return undefined;
  const isHidden = /(^|\.)xn--/.test(host) || TURNS.test(text) || hasName(href) || namesOther(text, host);
  return isHidden ? host : undefined;
}

/** Signs that change the order in which letters stand, or can't be seen. */
const TURNS = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\u061C\uFEFF\u00AD]/;

function hasName(href: string): boolean {
  const { protocol, username } = new URL(href);
  return protocol !== 'mailto:' && username !== '';
}

/** Names like `example.org`, with what may stand around them. */
const NAME = /(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}/gu;
const FILE =
  /\.(?:md|ts|tsx|js|jsx|mjs|json|py|rs|go|sh|html|css|txt|yml|yaml|toml|xml|csv|pdf|png|svg|zip)$/i;

function namesOther(text: string, host: string): boolean {
  const names = text.match(NAME);
  if (names === null || hostOf(text.trim()) === host) return false;
  return names.some((name) => !FILE.test(name) && !isPart(name.toLowerCase(), host.toLowerCase()));
}

/** `example.org` stands for `www.example.org`, but not for `example.org.evil.net`. */
function isPart(name: string, host: string): boolean {
  const bare = host.replace(/^.*@/, '').replace(/:\d+$/, '');
  return bare === name || bare.endsWith(`.${name}`) || name === `www.${bare}`;
}

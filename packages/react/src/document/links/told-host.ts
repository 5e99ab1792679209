import { hostOf } from '../../embeds/safe-link.tsx';

/**
 * The host that must be shown beside a link, because its text hides it: it names another host, the address has a name before
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

/** The characters of names like `example.org`. */
const RUN = /[\p{L}\p{N}.-]+/gu;
const LABEL = /^[\p{L}\p{N}](?:.*[\p{L}\p{N}])?$/su;
const FILE =
  /\.(?:md|ts|tsx|js|jsx|mjs|json|py|rs|go|sh|html|css|txt|yml|yaml|toml|xml|csv|pdf|png|svg|zip)$/i;

function namesOther(text: string, host: string): boolean {
  const names = (text.match(RUN) ?? []).flatMap(namesIn);
  if (names.length === 0 || hostOf(text.trim()) === host) return false;
  return names.some((name) => !FILE.test(name) && !isPart(name.toLowerCase(), host.toLowerCase()));
}

/** The longest names in a run: labels with dots between them, and letters at the end. Linear: a label is looked at once. */
function namesIn(run: string): string[] {
  const names: string[] = [];
  let labels: string[] = [];
  // How many labels stand before the last letters that may end a name, and those.
  let before = 0;
  let end = '';
  const take = (): void => {
    if (before > 0) names.push([...labels.slice(0, before), end].join('.'));
    before = 0;
  };
  for (const part of run.split('.')) {
    const letters = /^\p{L}{2,}/u.exec(part)?.[0];
    if (labels.length > 0 && letters !== undefined) [before, end] = [labels.length, letters];
    if (labels.length > 0 && LABEL.test(part)) {
      labels.push(part);
      continue;
    }
    take();
    const label = part.replace(/^-+/, '');
    labels = LABEL.test(label) ? [label] : [];
  }
  take();
  return names;
}

/** `example.org` stands for `www.example.org`, but not for `example.org.evil.net`. */
function isPart(name: string, host: string): boolean {
  const bare = host.replace(/^.*@/, '').replace(/:\d+$/, '');
  return bare === name || bare.endsWith(`.${name}`) || name === `www.${bare}`;
}

import { CODE, isLetter } from '../characters.ts';
import { scanTag, type TagStep } from './html-tag.ts';
import { HOLD } from './inline-context.ts';
import type { Inlines } from './inlines.ts';
import type { Found, Lookahead } from './lookahead.ts';

const SCHEME = /^[A-Za-z][A-Za-z0-9.+-]{1,31}:/;
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** The patterns that open HTML with a fixed end, and those ends. */
const RAW: readonly (readonly [RegExp, string])[] = [
  [/^<!--/, '-->'],
  [/^<\?/, '?>'],
  [/^<!\[CDATA\[/, ']]>'],
  [/^<![A-Za-z]/, '>'],
];
/** With so many characters it is known which of them it is. */
const LONGEST_OPENING = 9;

/** Takes `<`: an autolink, raw HTML, or text. */
export function readAngle(inlines: Inlines, at: number): number {
  const next = inlines.code(at + 1);
  const isRaw = next === CODE.bang || next === CODE.question;
  const needed = isRaw ? LONGEST_OPENING : next === CODE.slash ? 3 : 2;
  if (!inlines.final && inlines.end - at < needed) return HOLD;
  const found = isRaw ? readRaw(inlines, at) : readTag(inlines, at, next);
  if (found >= 0) return found;
  inlines.pushText('<');
  return at + 1;
}

function readTag(inlines: Inlines, at: number, next: number): number {
  const link = next === CODE.slash ? -1 : inlines.attempt(at, new AutolinkAhead(at, at + 1));
  if (link >= 0) return link;
  if (isLetter(next)) return inlines.attempt(at, new TagAhead(at, at + 2, 'name'));
  if (next !== CODE.slash) return -1;
  return isLetter(inlines.code(at + 2)) ? inlines.attempt(at, new TagAhead(at, at + 3, 'closing name')) : -1;
}

function readRaw(inlines: Inlines, at: number): number {
  const opening = inlines.text.slice(at - inlines.base, at - inlines.base + LONGEST_OPENING);
  const short = /^<!---?>/.exec(opening);
  if (short !== null) {
    inlines.pushNode({ type: 'htmlInline', text: short[0] }, 0);
    return at + short[0].length;
  }
  for (const [pattern, close] of RAW) {
    const [match] = pattern.exec(opening) ?? [];
    if (match !== undefined) return inlines.attempt(at, new RawAhead(at, at + match.length, close));
  }
  return -1;
}

/** Looks for the end of an opening or closing tag. */
class TagAhead implements Lookahead {
  readonly kind = '';
  readonly at: number;
  readonly scanned: number;
  readonly step: TagStep;

  constructor(at: number, scanned: number, step: TagStep) {
    this.at = at;
    this.scanned = scanned;
    this.step = step;
  }

  resume(inlines: Inlines): Lookahead | Found | null {
    const { step, index } = scanTag(inlines.text, this.scanned - inlines.base, this.step);
    const end = inlines.base + index;
    if (step === 'failed') return null;
    return step === 'done' ? html(this.at, end) : new TagAhead(this.at, end, step);
  }
}

/** Looks for the text that ends a comment or the like. */
class RawAhead implements Lookahead {
  readonly kind: string;
  readonly at: number;
  readonly scanned: number;
  readonly close: string;

  constructor(at: number, scanned: number, close: string) {
    this.at = at;
    this.scanned = scanned;
    this.close = close;

    this.kind = close;
  }

  resume(inlines: Inlines): Lookahead | Found | null {
    const index = inlines.text.indexOf(this.close, this.scanned - inlines.base);
    if (index >= 0) return html(this.at, inlines.base + index + this.close.length);
    const scanned = Math.max(this.scanned, inlines.end - this.close.length + 1);
    return new RawAhead(this.at, scanned, this.close);
  }
}

/** Looks for the `>` of an autolink. Only then it is known whether it is one. */
class AutolinkAhead implements Lookahead {
  readonly kind = '';
  readonly at: number;
  readonly scanned: number;

  constructor(at: number, scanned: number) {
    this.at = at;
    this.scanned = scanned;
  }

  resume(inlines: Inlines): Lookahead | Found | null {
    const { text, base } = inlines;
    let index = this.scanned - base;
    while (index < text.length && isAutolinkCode(text.charCodeAt(index))) index++;
    if (index === text.length) return new AutolinkAhead(this.at, base + index);
    if (text.charCodeAt(index) !== CODE.greater) return null;
    const address = inlines.tape.slice(this.at + 1, base + index);
    const url = SCHEME.test(address) ? address : EMAIL.test(address) ? `mailto:${address}` : undefined;
    if (url === undefined) return null;
    return {
      end: base + index + 1,
      put: (target) => {
        const children = [{ type: 'text', text: address }] as const;
        target.pushNode({ type: 'link', url, title: '', kind: 'autolink', raw: `<${address}>`, children }, 1);
      },
    };
  }
}

function isAutolinkCode(code: number): boolean {
  return code > CODE.space && code !== CODE.less && code !== CODE.greater;
}

function html(at: number, end: number): Found {
  return {
    end,
    put: (inlines) => inlines.pushNode({ type: 'htmlInline', text: inlines.tape.slice(at, end) }, 0),
  };
}

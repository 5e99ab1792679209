import { CODE, isAlphanumeric, isAsciiSpace, isSpaceOrTab } from '../characters.ts';
import type { MarkdownInline } from '../tree.ts';
import { aheadTail } from './ahead.ts';
import { findAutolink, readAutolink } from './autolink.ts';
import type { Bracket, Made } from './brackets.ts';
import { type Cell, type CellView, nodeCell, textCell } from './cell.ts';
import type { Delimiter } from './delimiters.ts';
import { HOLD, type InlineContext, REACH, RUN_LIMIT } from './inline-context.ts';
import type { Found, Lookahead, Waiting } from './lookahead.ts';
import type { Tape } from './tape.ts';
import { readWords } from './words.ts';

/** The state of a reader at one index of the text. Returning to it undoes all that was read after it. */
export interface Moment {
  readonly tail: Cell | null;
  readonly delimiters: Delimiter | null;
  readonly brackets: Bracket | null;
  /** For each kind of closing delimiter, the place before which none opens it. */
  readonly bottoms: readonly number[];
  /** No link may begin before this place, because it would hold another. */
  readonly linkFloor: number;
  /** The index at which the newest bracket opened. */
  readonly lastBracket: number;
  /** The index at which emphasis was last closed that had been opened before a bracket. */
  readonly lastCrossing: number;
  readonly made: Made | null;
  /** Constructs that would reach back to this index are nested too deep. */
  readonly deepFloor: number;
}

/** How much of an unfinished word is kept back, because it may be the beginning of an address. */
const WORD_LIMIT = 64;

/**
 * Reads the text of one leaf into a chain of cells, from left to right, as it arrives. Each rule takes one token; one
 * that needs more text than there is holds the reader back (it is short then), or leaves a lookahead behind that goes
 * on when more text comes, and takes the reader back to its place when it finds what it looked for. Linear.
 */
export class Inlines implements Moment {
  tail: Cell | null = null;
  delimiters: Delimiter | null = null;
  brackets: Bracket | null = null;
  bottoms: readonly number[] = [];
  linkFloor = -1;
  lastBracket = -1;
  lastCrossing = -1;
  made: Made | null = null;
  deepFloor = -1;
  /** The links in text that is read again, by where their text begins. */
  known: Map<number, Made> | undefined;
  waiting: Waiting | null = null;

  /** The part of the text that can still be read, and where it begins. */
  text = '';
  base = 0;
  /** The text before this index is in the chain. */
  at = 0;
  /** True when no more text comes. */
  final = false;
  /** Constructs that the end of the text closes must have been opened after this index. */
  floor = -1;
  /** The first place that was gone back to. */
  reached = Number.POSITIVE_INFINITY;
  /** True when addresses become links; not in the text of a link. */
  autolinks: boolean;
  private autolinkFrom = -1;
  private autolinkAt = -1;
  /** The text between these indexes has no space in it. */
  private runFrom = 0;
  private runTo = 0;

  readonly context: InlineContext;
  readonly tape: Tape;
  readonly view: CellView;

  constructor(context: InlineContext, tape: Tape, view: CellView) {
    this.context = context;
    this.tape = tape;
    this.view = view;

    this.autolinks = context.autolinks;
  }

  get end(): number {
    return this.base + this.text.length;
  }

  /** The code of a character; -1 outside of `text`. */
  code(at: number): number {
    const index = at - this.base;
    return index >= 0 && index < this.text.length ? this.text.charCodeAt(index) : -1;
  }

  /** A reader that goes on from here and leaves this one as it is. */
  fork(): Inlines {
    const fork = new Inlines(this.context, this.tape, this.view);
    fork.restore(this);
    fork.waiting = this.waiting;
    fork.text = this.text;
    fork.base = this.base;
    fork.at = this.at;
    fork.runFrom = this.runFrom;
    fork.runTo = this.runTo;
    return fork;
  }

  append(chunk: string): void {
    this.tape.write(this.end, chunk);
    const keep = this.keepFrom() - this.base;
    this.text = keep > 0 ? this.text.slice(keep) + chunk : this.text + chunk;
    this.base += Math.max(keep, 0);
    this.autolinkFrom = -1;
    this.resume();
    this.scan(this.holdFrom());
  }

  /** The nodes if the text ended here. The array is live. */
  show(): readonly MarkdownInline[] {
    const { ahead, allowance } = this.context;
    if (ahead) return this.view.show(aheadTail(this));
    if (this.at === this.end && this.waiting === null) return this.view.show(this.tail);
    // More text may open again what the end closes, time after time: that may go far only as long as it is allowed.
    const ended = this.ended(allowance.isLeft ? -1 : this.end - REACH);
    if (ended.reached < this.end - REACH) allowance.spend(this.end - ended.reached);
    return this.view.show(ended.tail);
  }

  /** The nodes, now that the text has ended. */
  finish(): readonly MarkdownInline[] {
    const { at, end, waiting, tail } = this;
    return this.view.show(at === end && waiting === null ? tail : this.ended().tail);
  }

  /** A reader for which the text ends here. That closes nothing which was opened before a place. */
  ended(floor = -1): Inlines {
    const ended = this.fork();
    ended.final = true;
    ended.floor = floor;
    ended.resume();
    ended.scan(ended.end);
    return ended;
  }

  moment(): Moment {
    const { tail, delimiters, brackets, bottoms, linkFloor, lastBracket, lastCrossing, made, deepFloor } =
      this;
    return { tail, delimiters, brackets, bottoms, linkFloor, lastBracket, lastCrossing, made, deepFloor };
  }

  restore(moment: Moment): void {
    this.tail = moment.tail;
    this.delimiters = moment.delimiters;
    this.brackets = moment.brackets;
    this.bottoms = moment.bottoms;
    this.linkFloor = moment.linkFloor;
    this.lastBracket = moment.lastBracket;
    this.lastCrossing = moment.lastCrossing;
    this.made = moment.made;
    this.deepFloor = moment.deepFloor;
  }

  pushText(text: string): void {
    if (text !== '') this.tail = textCell(this.tail, text);
  }

  pushNode(node: MarkdownInline, depth: number): void {
    this.tail = nodeCell(this.tail, node, depth);
  }

  /** Looks ahead from a token. Returns where what was found ends, or -1; then it may still be found later. */
  attempt(at: number, lookahead: Lookahead): number {
    for (let each = this.waiting; each !== null; each = each.previous) {
      // The older one would have found what this one looks for.
      if (lookahead.kind !== '' && each.lookahead.kind === lookahead.kind) return -1;
    }
    const outcome = lookahead.resume(this);
    if (outcome === null) return -1;
    if (isFound(outcome)) {
      outcome.put(this);
      return outcome.end;
    }
    this.waiting = { previous: this.waiting, at, moment: this.moment(), lookahead: outcome };
    return -1;
  }

  /** Takes token after token, up to a place. */
  scan(limit: number): void {
    while (this.at < limit) {
      const { at } = this;
      const next = at === this.nextAutolink() ? readAutolink(this, at) : this.ruleAt(at)(this, at, limit);
      if (next === HOLD) return;
      if (next === at) this.findAutolink(at + 1);
      this.at = next;
    }
  }

  /** The index at which the next address may begin. */
  nextAutolink(): number {
    if (!this.autolinks) return Number.POSITIVE_INFINITY;
    if (this.autolinkFrom < 0 || this.autolinkAt < this.at) this.findAutolink(this.at);
    return this.autolinkAt;
  }

  /** The index at which a run ends in a space or a `<`; looks only far enough to know that it is longer than a limit. */
  endOfRun(at: number, limit: number): number {
    if (at < this.runFrom || at > this.runTo) this.runFrom = this.runTo = at;
    const stop = Math.min(this.end, at + limit + 1);
    while (this.runTo < stop && !endsRun(this.code(this.runTo))) this.runTo++;
    return this.runTo;
  }

  private findAutolink(from: number): void {
    this.autolinkFrom = from;
    this.autolinkAt = findAutolink(this.text, this.base, from);
  }

  private ruleAt(at: number): (inlines: Inlines, at: number, limit: number) => number {
    return this.context.rules[this.code(at)] ?? readWords;
  }

  /** Lets all lookaheads go on over the new text. The oldest that finds something takes the reader back to its place. */
  private resume(): void {
    if (this.waiting === null) return;
    const newestFirst: Waiting[] = [];
    for (let each: Waiting | null = this.waiting; each !== null; each = each.previous) newestFirst.push(each);
    this.waiting = null;
    for (const each of newestFirst.reverse()) {
      const outcome = each.lookahead.resume(this);
      if (outcome === null) continue;
      const isEnd = isFound(outcome);
      if (isEnd && each.at >= this.floor) {
        this.reached = Math.min(this.reached, each.at);
        this.restore(each.moment);
        outcome.put(this);
        this.at = outcome.end;
        return;
      }
      const lookahead = isEnd ? each.lookahead : outcome;
      this.waiting = { previous: this.waiting, at: each.at, moment: each.moment, lookahead };
    }
  }

  /** The first index that a rule or a lookahead may still look at: two characters before the next token. */
  private keepFrom(): number {
    let from = this.at - 2;
    for (let each = this.waiting; each !== null; each = each.previous) {
      from = Math.min(from, each.lookahead.scanned - 2);
    }
    return from;
  }

  /** The index of the tail that means something else when more comes: an unfinished word, or space before a break. */
  private holdFrom(): number {
    const { end } = this;
    let from = end;
    if (this.autolinks) {
      const least = Math.max(this.at, end - WORD_LIMIT);
      while (from > least && isWordCode(this.code(from - 1))) from--;
    }
    const least = Math.max(this.at, end - RUN_LIMIT);
    if (from === end) while (from > least && isSpaceOrTab(this.code(from - 1))) from--;
    return from;
  }
}

function isFound(outcome: Lookahead | Found): outcome is Found {
  return 'put' in outcome;
}

/** No address goes on behind it. */
function endsRun(code: number): boolean {
  if (code < 0x80) return code === CODE.less || isAsciiSpace(code);
  return /\s/.test(String.fromCharCode(code));
}

/** Tells whether a character may stand at the beginning of an address. */
function isWordCode(code: number): boolean {
  return (
    isAlphanumeric(code) ||
    code === CODE.dot ||
    code === CODE.minus ||
    code === CODE.underscore ||
    code === CODE.plus ||
    code === CODE.colon ||
    code === CODE.slash
  );
}

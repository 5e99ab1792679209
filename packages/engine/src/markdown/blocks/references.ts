import type { Allowance } from '../allowance.ts';
import { freezeInlines } from '../freeze.ts';
import type { InlineContext } from '../inlines/inline-context.ts';
import type { Inlines } from '../inlines/inlines.ts';
import type { LinkTarget } from '../link-target.ts';
import type { MarkdownInline } from '../tree.ts';
import type { Mention } from './leaf.ts';
import { createInlines } from './paragraph-text.ts';

/** A text that mentions labels, and whether one of them was defined since it was read. */
interface Mentioned {
  readonly mention: Mention;
  readonly known: Set<string>;
  isStale: boolean;
}

/**
 * The labels that are defined, and the texts that mention undefined ones. A text is read again when its labels are defined: once for all that
 * a piece of text defines, as often as the allowance lets it, and once more at the end.
 */
export class References {
  private readonly links = new Map<string, LinkTarget>();
  private readonly footnotes = new Set<string>();
  private readonly mentions = new Map<string, Mentioned[]>();
  /** The texts to read again; the first `read` of them were. */
  private stale: Mentioned[] = [];
  private read = 0;
  /** How long the text is. */
  private length = 0;
  /** The definitions that count only for the tree that is shown now, and how to undo what they changed. */
  private readonly previews = new Map<string, LinkTarget | 'footnote'>();
  /** The mentions in leaves that are finished only in the tree that is shown now. */
  private passing: (() => readonly Mention[])[] = [];
  private undos: (() => void)[] = [];
  /** True while texts are read for good: a preview must not get into them. */
  private isForGood = false;
  /** The arrays that were not frozen because something in them may be exchanged. */
  private readonly loose: (readonly unknown[])[] = [];
  private readonly allowance: Allowance;

  constructor(allowance: Allowance) {
    this.allowance = allowance;
  }

  link(label: string): LinkTarget | undefined {
    const preview = this.previewed(label);
    return this.links.get(label) ?? (preview === 'footnote' ? undefined : preview);
  }

  footnote(label: string): boolean {
    return this.footnotes.has(label) || this.previewed(label) === 'footnote';
  }

  mention(mention: Mention): void {
    const mentioned = { mention, known: new Set(mention.missed), isStale: false };
    for (const label of mentioned.known) this.add(label, mentioned);
  }

  /** The first definition of a label counts. */
  defineLink(label: string, target: LinkTarget): void {
    if (this.links.has(label)) return;
    this.links.set(label, target);
    this.makeStale(label);
  }

  /** The label with its caret. */
  defineFootnote(label: string): void {
    if (this.footnotes.has(label)) return;
    this.footnotes.add(label);
    this.makeStale(label);
  }

  /** Mentions that count until `undoPreviews`. */
  mentionForNow(mentions: () => readonly Mention[]): void {
    this.passing.push(mentions);
  }

  /** Shows the tree as if a label were defined, until `undoPreviews`. */
  preview(label: string, target: LinkTarget | 'footnote'): void {
    if (this.link(label) === undefined && !this.footnote(label)) this.previews.set(label, target);
  }

  undoPreviews(): void {
    if (this.passing.length > 0) this.passing = [];
    if (this.previews.size === 0) return;
    for (const undo of this.undos.reverse()) undo();
    this.undos = [];
    this.previews.clear();
  }

  /** More text has come. */
  grow(length: number): void {
    this.length += length;
  }

  /** Reads again what has to be before a tree is shown. */
  settle(context: InlineContext): void {
    this.isForGood = true;
    while (this.read < this.stale.length && this.allowance.isLeft) this.readNext(context);
    this.isForGood = false;
    this.forgetRead();
    if (this.previews.size > 0) this.showPreviews(context);
  }

  /** Keeps an array open until the end, because something in it may be exchanged. */
  keepLoose(nodes: readonly unknown[]): void {
    this.loose.push(nodes);
  }

  /** Nothing can be defined any more. */
  finish(context: InlineContext): void {
    while (this.read < this.stale.length) this.readNext(context);
    this.forgetRead();
    for (const nodes of this.loose) Object.freeze(nodes);
  }

  /** A text whose labels are only previewed, read as a whole; undefined when that is not allowed or changes nothing. */
  readForNow({ tape, end }: Inlines, context: InlineContext): readonly MarkdownInline[] | undefined {
    if (!this.allowance.isLeft || !this.isPreviewed(tape.missed)) return undefined;
    this.allowance.spend(end);
    return readWhole(tape.slice(0, end), context).nodes;
  }

  private previewed(label: string): LinkTarget | 'footnote' | undefined {
    return this.isForGood ? undefined : this.previews.get(label);
  }

  private isPreviewed(labels: ReadonlySet<string>): boolean {
    for (const label of this.previews.keys()) if (labels.has(label)) return true;
    return false;
  }

  private makeStale(label: string): void {
    for (const each of this.mentions.get(label) ?? []) {
      if (each.isStale) continue;
      each.isStale = true;
      this.stale.push(each);
    }
    this.mentions.delete(label);
  }

  private readNext(context: InlineContext): void {
    const each = this.stale[this.read++];
    if (each === undefined) return;
    const { mention, known } = each;
    each.isStale = false;
    this.allowance.spend(mention.cost(this.length));
    const { nodes, missed } = readWhole(mention.text, context);
    mention.replace(nodes);
    for (const next of missed) {
      if (known.has(next)) continue;
      known.add(next);
      this.add(next, each);
    }
  }

  private forgetRead(): void {
    if (this.read === 0 || this.read < this.stale.length) return;
    this.stale = [];
    this.read = 0;
  }

  private showPreviews(context: InlineContext): void {
    const mentions = new Set<Mention>();
    for (const label of this.previews.keys())
      for (const { mention } of this.mentions.get(label) ?? []) mentions.add(mention);
    for (const passing of this.passing)
      for (const mention of passing()) if (this.isPreviewed(mention.missed)) mentions.add(mention);
    for (const mention of mentions) {
      if (!this.allowance.isLeft) return;
      this.allowance.spend(mention.cost(this.length));
      this.undos.push(mention.replace(readWhole(mention.text, context).nodes));
    }
  }

  private add(label: string, mentioned: Mentioned): void {
    const list = this.mentions.get(label);
    if (list === undefined) this.mentions.set(label, [mentioned]);
    else list.push(mentioned);
  }
}

/** Reads a text as a whole. */
function readWhole(
  text: string,
  context: InlineContext,
): { nodes: readonly MarkdownInline[]; missed: ReadonlySet<string> } {
  const inlines = createInlines(context);
  inlines.append(text);
  return { nodes: freezeInlines(inlines.finish()), missed: inlines.tape.missed };
}

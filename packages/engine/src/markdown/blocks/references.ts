import { freezeInlines } from '../freeze.ts';
import type { InlineContext } from '../inlines/inline-context.ts';
import type { LinkTarget } from '../link-target.ts';
import type { MarkdownInline } from '../tree.ts';
import type { Mention } from './leaf.ts';
import { createInlines } from './paragraph-text.ts';

interface Mentioned {
  readonly mention: Mention;
  readonly known: Set<string>;
}

/** What is defined, and which texts mention what is not. A text is read again when one of its labels is defined. */
export class References {
  private readonly links = new Map<string, LinkTarget>();
  private readonly footnotes = new Set<string>();
  private readonly mentions = new Map<string, Mentioned[]>();
  /** What counts only for the tree that is shown now, and how to undo what it changed. */
  private readonly previews = new Map<string, LinkTarget | 'footnote'>();
  /** The mentions in leaves that are finished only in the tree that is shown now. */
  private passing: Mention[] = [];
  private undos: (() => void)[] = [];
  /** The arrays that were not frozen because something in them may be exchanged. */
  private readonly loose: (readonly unknown[])[] = [];

  link(label: string): LinkTarget | undefined {
    const preview = this.previews.get(label);
    return this.links.get(label) ?? (preview === 'footnote' ? undefined : preview);
  }

  footnote(label: string): boolean {
    return this.footnotes.has(label) || this.previews.get(label) === 'footnote';
  }

  mention(mention: Mention): void {
    const known = new Set(mention.missed);
    for (const label of known) this.add(label, { mention, known });
  }

  /** The first definition of a label counts. */
  defineLink(label: string, target: LinkTarget, context: InlineContext): void {
    if (this.links.has(label)) return;
    this.links.set(label, target);
    this.readAgain(label, context);
  }

  /** The label with its caret. */
  defineFootnote(label: string, context: InlineContext): void {
    if (this.footnotes.has(label)) return;
    this.footnotes.add(label);
    this.readAgain(label, context);
  }

  /** A mention that counts until `undoPreviews`. */
  mentionForNow(mention: Mention): void {
    this.passing.push(mention);
  }

  /** Shows the tree as if a label were defined, until `undoPreviews`. */
  preview(label: string, target: LinkTarget | 'footnote', context: InlineContext): void {
    if (this.link(label) !== undefined || this.footnote(label)) return;
    this.previews.set(label, target);
    const known = (this.mentions.get(label) ?? []).map(({ mention }) => mention);
    for (const mention of [...known, ...this.passing]) {
      if (!mention.missed.has(label)) continue;
      this.undos.push(mention.replace(this.read(mention.text, context).nodes));
    }
  }

  undoPreviews(): void {
    if (this.passing.length > 0) this.passing = [];
    if (this.previews.size === 0) return;
    for (const undo of this.undos.reverse()) undo();
    this.undos = [];
    this.previews.clear();
  }

  /** Keeps an array open until the end, because something in it may be exchanged. */
  keepLoose(nodes: readonly unknown[]): void {
    this.loose.push(nodes);
  }

  /** Nothing can be defined any more. */
  finish(): void {
    for (const nodes of this.loose) Object.freeze(nodes);
  }

  private readAgain(label: string, context: InlineContext): void {
    const mentioned = this.mentions.get(label) ?? [];
    this.mentions.delete(label);
    for (const each of mentioned) {
      const { nodes, missed } = this.read(each.mention.text, context);
      each.mention.replace(nodes);
      for (const next of missed) {
        if (each.known.has(next)) continue;
        each.known.add(next);
        this.add(next, each);
      }
    }
  }

  /** Reads a text as a whole. */
  read(
    text: string,
    context: InlineContext,
  ): { nodes: readonly MarkdownInline[]; missed: ReadonlySet<string> } {
    const inlines = createInlines(context);
    inlines.append(text);
    return { nodes: freezeInlines(inlines.finish()), missed: inlines.tape.missed };
  }

  private add(label: string, mentioned: Mentioned): void {
    const list = this.mentions.get(label);
    if (list === undefined) this.mentions.set(label, [mentioned]);
    else list.push(mentioned);
  }
}

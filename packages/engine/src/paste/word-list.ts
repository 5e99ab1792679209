type ListName = 'ul' | 'ol';

/** Receives the lists. */
interface ListTree {
  begin(name: string): void;
  finish(name: string): void;
}

/** The lists of Word: paragraphs that tell their level, with a bullet or number as text in front. */
export class WordList {
  private readonly lists: ListName[] = [];
  /** The item whose mark is read, until its text comes. */
  private item: { readonly level: number; mark: string } | undefined;
  private isMark = false;
  private readonly tree: ListTree;

  constructor(tree: ListTree) {
    this.tree = tree;
  }

  /** Takes in an element; tells if it is an item or the mark of one. Another block ends the lists. */
  open(name: string, told: string | undefined, isBlock: boolean): 'item' | 'mark' | undefined {
    if (told === 'ignore') {
      this.isMark = true;
      return 'mark';
    }
    const [, level] = told === undefined ? [] : (/\blevel(\d)/.exec(told) ?? []);
    if (level !== undefined && isBlock && !/^h\d$/.test(name)) {
      this.begin();
      this.item = { level: Math.max(1, Number(level)), mark: '' };
      return 'item';
    }
    if (isBlock && name !== 'br' && this.lists.length > 0) this.end();
    return undefined;
  }

  /** Takes a text that is a mark; any other begins its item. */
  takes(text: string): boolean {
    if (this.isMark) {
      if (this.item !== undefined && this.item.mark.length < 20) this.item.mark += text;
      return true;
    }
    if (text.trim() !== '') this.begin();
    return false;
  }

  close(kind: 'item' | 'mark'): void {
    if (kind === 'mark') this.isMark = false;
    this.begin();
  }

  end(): void {
    this.begin();
    while (this.lists.length > 0) this.endLast();
  }

  private begin(): void {
    if (this.item === undefined) return;
    const { level, mark } = this.item;
    this.item = undefined;
    const name: ListName = /^\s*\(?(?:\d{1,4}|[a-z]{1,4})[.)]/i.test(mark) ? 'ol' : 'ul';
    while (this.lists.length > level) this.endLast();
    if (this.lists.length === level && this.lists.at(-1) !== name) this.endLast();
    while (this.lists.length < level) {
      this.tree.begin(name);
      this.lists.push(name);
      if (this.lists.length < level) this.tree.begin('li');
    }
    this.tree.begin('li');
  }

  private endLast(): void {
    const last = this.lists.pop();
    if (last !== undefined) this.tree.finish(last);
  }
}

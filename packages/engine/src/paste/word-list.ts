type ListName = 'ul' | 'ol';

/** The lists of Word: paragraphs that tell their level, with a bullet or number as text in front. */
export class WordList {
  private readonly lists: ListName[] = [];
  /** The item whose mark is read, until its text comes. */
  private item: { readonly level: number; mark: string } | undefined;
  private isMark = false;
  private readonly put: (tags: string) => void;

  constructor(put: (tags: string) => void) {
    this.put = put;
  }

  /** Takes in an element; tells if it is an item or the mark of one. Another block ends the lists. */
  open(name: string, told: string | undefined, isBlock: boolean): 'item' | 'mark' | undefined {
    if (told === 'ignore') {
      this.isMark = true;
      return 'mark';
    }
    const [, level] = /\blevel(\d)/.exec(told ?? '') ?? [];
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
    for (let last = this.lists.pop(); last !== undefined; last = this.lists.pop()) this.put(`</${last}>`);
  }

  private begin(): void {
    if (this.item === undefined) return;
    const { level, mark } = this.item;
    this.item = undefined;
    const name: ListName = /^\s*\(?(?:\d{1,4}|[a-z]{1,4})[.)]/i.test(mark) ? 'ol' : 'ul';
    while (this.lists.length > level) this.put(`</${this.lists.pop()}>`);
    if (this.lists.length === level && this.lists.at(-1) !== name) this.put(`</${this.lists.pop()}>`);
    while (this.lists.length < level) {
      this.put(this.lists.length < level - 1 ? `<${name}><li>` : `<${name}>`);
      this.lists.push(name);
    }
    this.put('<li>');
  }
}

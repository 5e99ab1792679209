/** An element that is nested deeper is left out, but not its text. */
const DEEPEST = 200;

/**
 * The elements that are open. A tag that closes none of them costs nothing, and one that closes many has been paid for by their
 * opening, so all of it is linear.
 */
export class OpenNames<T extends { readonly name: string }> {
  private readonly stack: T[] = [];
  private readonly counts = new Map<string, number>();
  /** Elements that were left out because they are too deep: their ends end nothing else. */
  private readonly skipped = new Map<string, number>();

  get isFull(): boolean {
    return this.stack.length >= DEEPEST;
  }

  get last(): T | undefined {
    return this.stack.at(-1);
  }

  push(element: T): void {
    this.stack.push(element);
    add(this.counts, element.name, 1);
  }

  /** Leaves an element out. */
  skip(name: string): void {
    add(this.skipped, name, 1);
  }

  /** Closes the last element of a name and all inside it, the innermost first. */
  close(name: string, closed: (element: T) => void): void {
    if (this.skipped.size > 0 && this.skipped.has(name)) {
      add(this.skipped, name, -1);
      return;
    }
    if (!this.counts.has(name)) return;
    this.skipped.clear();
    for (let element = this.stack.pop(); element !== undefined; element = this.stack.pop()) {
      add(this.counts, element.name, -1);
      closed(element);
      if (element.name === name) return;
    }
  }
}

function add(counts: Map<string, number>, name: string, change: number): void {
  const count = (counts.get(name) ?? 0) + change;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}

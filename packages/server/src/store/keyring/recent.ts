/** A map that keeps its newest entries and forgets the oldest. */
export class Recent<T> {
  private readonly entries = new Map<string, T>();

  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  get(name: string): T | undefined {
    return this.entries.get(name);
  }

  set(name: string, value: T): void {
    this.entries.delete(name);
    this.entries.set(name, value);
    if (this.entries.size <= this.most) return;
    const [oldest] = this.entries.keys();
    if (oldest !== undefined) this.entries.delete(oldest);
  }

  /** Forgets all whose names begin so. */
  forget(beginning: string): void {
    for (const name of this.entries.keys()) if (name.startsWith(beginning)) this.entries.delete(name);
  }

  delete(name: string): void {
    this.entries.delete(name);
  }
}

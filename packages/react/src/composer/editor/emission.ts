/** A longer text is told after a pause, not at each key. */
const LONG = 100_000;
const PAUSE_MS = 300;

/** Tells a text onward as it is written. */
export interface Emission {
  /** The text has changed. */
  changed(): void;
  /** Tells what was not told yet. Returns the text. */
  flush(): string;
  /** Tells whether a text is the one that was told last. */
  isOwn(text: string): boolean;
}

export function createEmission(read: () => string, tell: (text: string) => void): Emission {
  let told: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function flush(): string {
    if (timer === undefined && told !== undefined) return told;
    clearTimeout(timer);
    timer = undefined;
    const text = read();
    if (text !== told) {
      told = text;
      tell(text);
    }
    return text;
  }
  return {
    changed() {
      if (told !== undefined && told.length > LONG) timer ??= setTimeout(flush, PAUSE_MS);
      else {
        told = read();
        tell(told);
      }
    },
    flush,
    isOwn: (text) => text === told,
  };
}

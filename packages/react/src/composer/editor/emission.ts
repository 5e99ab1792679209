/** A longer text is told after a pause, not at each key. */
const LONG = 100_000;
const PAUSE_MS = 300;

/** Tells a text onward as it is written. */
export interface Emission {
  /** The text has changed. */
  changed(): void;
  /** Tells a change now, if there was one; of a long text, after a pause. */
  tell(): void;
  /** Tells a change now. Returns the text. */
  flush(): string;
  /**
   * Tells whether a text that comes back is one that was told and not heard of since. The page may be some keys behind: putting such a
   * text back would take those keys away.
   */
  isOwn(text: string): boolean;
  /** A text from outside is shown. It is told only if showing it has changed it, and then at once: a later word would undo the next text. */
  shown(text: string): void;
}

export function createEmission(read: () => string, onText: (text: string) => void): Emission {
  let told: string | undefined;
  let hasChanged = false;
  /** The texts that were told and did not come back yet, and the last that did. */
  let open: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  function flush(): string {
    clearTimeout(timer);
    timer = undefined;
    if (!hasChanged && told !== undefined) return told;
    hasChanged = false;
    const text = read();
    if (text !== told) {
      told = text;
      open.push(text);
      onText(text);
    }
    return text;
  }
  return {
    changed() {
      hasChanged = true;
    },
    tell() {
      if (!hasChanged) return;
      if (told !== undefined && told.length > LONG) timer ??= setTimeout(flush, PAUSE_MS);
      else flush();
    },
    flush,
    isOwn(text) {
      const place = open.lastIndexOf(text);
      if (place >= 0) open = open.slice(place);
      return place >= 0;
    },
    shown(text) {
      told = text;
      open = [text];
      hasChanged = true;
      flush();
    },
  };
}

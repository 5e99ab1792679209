/** The place of a tool's card in the text of a chat. */
export function toolMarker(index: number): string {
  return `[[tool:${index}]]`;
}

const MARKER = /\[\[tool:\d{1,9}\]\]/g;
// The beginning of a marker, which the next piece could complete.
const BEGINNING = /\[(\[(t(o(o(l(:(\d{1,9}\]?)?)?)?)?)?)?)?$/;

export interface MarkerEscape {
  /** Takes text and returns the part that is safe to show. */
  write(text: string): string;
  /** Returns the text that was held back. */
  flush(): string;
}

/**
 * Escapes what looks like a marker in text that a model wrote itself: `[[tool:0]]` becomes `[\[tool:0]]`, which Markdown
 * shows as it was. The beginning of a marker is held back until more text decides. Any chunking gives the same text.
 */
export function createMarkerEscape(): MarkerEscape {
  let held = '';
  return {
    write(text) {
      const all = held + text;
      held = BEGINNING.exec(all)?.[0] ?? '';
      return all.slice(0, all.length - held.length).replace(MARKER, (marker) => `[\\${marker.slice(1)}`);
    },
    flush() {
      const rest = held;
      held = '';
      return rest;
    },
  };
}

import { CODE, isSpaceOrTab } from '../characters.ts';
import type { MarkdownBlock, MarkdownList } from '../tree.ts';
import type { Line } from './line.ts';
import type { Place } from './place.ts';

/** The content of a container's marker. */
export type Marker =
  | { readonly type: 'document' }
  | { readonly type: 'blockQuote' }
  | {
      readonly type: 'list';
      readonly ordered: boolean;
      readonly first: number;
      readonly delimiter: MarkdownList['delimiter'];
    }
  | { readonly type: 'listItem'; readonly width: number }
  | { readonly type: 'footnoteDefinition'; readonly label: string };

/** An open block that holds others. */
export class Container {
  readonly marker: Marker;
  readonly start: number;
  end: number;
  /** The last line that belongs to it. */
  endLine: number;
  readonly place: Place;
  /** The nodes in it. Shared with the copies; only the first `count` are this one's. */
  readonly children: MarkdownBlock[];
  count = 0;
  /** For a list. */
  isTight = true;
  /** For an item. */
  checked: boolean | null = null;

  constructor(marker: Marker, start: number, end: number, endLine: number, place: Place) {
    this.marker = marker;
    this.start = start;
    this.end = end;
    this.endLine = endLine;
    this.place = place;
    this.children = place.children;
  }

  /** Goes on from here and leaves this one as it is. */
  copy(): Container {
    const copy = new Container(this.marker, this.start, this.end, this.endLine, this.place);
    copy.count = this.count;
    copy.isTight = this.isTight;
    copy.checked = this.checked;
    return copy;
  }

  get type(): Marker['type'] {
    return this.marker.type;
  }

  /** Tells whether a line goes on with it; its marker is passed over then. `isEmpty` says that it holds nothing yet. */
  goesOn(line: Line, isEmpty: boolean): boolean {
    switch (this.marker.type) {
      case 'document':
      case 'list':
        return true;
      case 'blockQuote':
        if (line.isIndentedCode || line.nextCode !== CODE.greater) return false;
        skipQuoteMarker(line);
        this.endLine = line.number;
        this.end = line.end;
        return true;
      case 'listItem':
        return !(line.isBlank && isEmpty) && skipIndent(line, this.marker.width);
      case 'footnoteDefinition':
        return skipIndent(line, 4);
    }
  }

  node(end: number): MarkdownBlock {
    const { marker, start, children } = this;
    switch (marker.type) {
      case 'blockQuote':
        return { type: 'blockQuote', children, start, end };
      case 'list': {
        const { ordered, first, delimiter } = marker;
        return { type: 'list', ordered, first, tight: this.isTight, delimiter, children, start, end };
      }
      case 'listItem':
        return { type: 'listItem', checked: this.checked, children, start, end };
      case 'footnoteDefinition':
        return { type: 'footnoteDefinition', label: marker.label, children, start, end };
      case 'document':
        throw new Error('The document is no block.');
    }
  }
}

/** Passes over the indent that a line needs. A blank line may have less. */
function skipIndent(line: Line, width: number): boolean {
  const { indent, isBlank } = line;
  return (isBlank || indent >= width) && line.skipColumns(Math.min(indent, width));
}

export function skipQuoteMarker(line: Line): void {
  line.skip(1);
  if (isSpaceOrTab(line.code(line.index))) line.skipColumns(1);
}

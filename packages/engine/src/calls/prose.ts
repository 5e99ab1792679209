import type { TextContent, ThinkingContent } from './call-blocks.ts';
import { UNLIMITED, Value } from './value.ts';

/** A run of text or of thinking while it is read. */
export class Prose {
  readonly type: 'text' | 'thinking';
  readonly index: number;
  readonly value = new Value('trim', UNLIMITED);
  partial = true;

  constructor(type: Prose['type'], index: number) {
    this.type = type;
    this.index = index;
  }

  /** The value that grows in the block. It has no parameters. */
  growingAs(param: string | undefined): Value | null {
    return param === undefined ? this.value : null;
  }

  /** Tells whether its block does not show all that was read. */
  isBehind(): boolean {
    return !this.value.isMarked;
  }

  toBlock(): TextContent | ThinkingContent {
    this.value.mark();
    return { type: this.type, content: this.value.whole, partial: this.partial };
  }
}

import { Call } from './call.ts';
import type { AssistantMessageContent } from './call-blocks.ts';
import type { ToolGrammar } from './grammar.ts';
import { Prose } from './prose.ts';
import type { Value } from './value.ts';

/**
 * The blocks of a message while it is read. A block keeps its index. One that grows is replaced by a new object once a
 * chunk, by `publish`; one that is finished stays as it is.
 */
export class BlockList {
  readonly blocks: AssistantMessageContent[] = [];
  private readonly idPrefix: string;
  private calls = 0;
  /** The block that grows: the last one, or the next one as long as it has nothing to show. */
  private open: Prose | Call | null = null;
  // Calls that are closed and wait for the end of the message, by the closing tags that would make them ambiguous.
  private readonly closed: Call[] = [];
  private readonly byTool = new Map<string, Call[]>();
  private readonly byParam = new Map<string, Call[]>();

  constructor(idPrefix: string) {
    this.idPrefix = idPrefix;
  }

  append(type: Prose['type'], piece: string): void {
    const { open } = this;
    if (open !== null && open.type === type) open.value.push(piece);
    else this.openProse(type).value.push(piece);
  }

  /** The value that grows, if it is of this type. */
  growing(type: Prose['type']): Value | null {
    return this.open !== null && this.open.type === type ? this.open.value : null;
  }

  openCall(tool: ToolGrammar): Call {
    this.closeProse();
    this.calls++;
    const call = new Call(tool, this.blocks.length, `${this.idPrefix}_${this.calls}`);
    this.open = call;
    return call;
  }

  /** The call's closing tag was read. */
  closeCall(call: Call): void {
    call.partial = false;
    this.open = null;
    if (call.state === 'streaming') {
      if (call.rawCloses.length === 0) call.state = 'complete';
      else this.watch(call);
    }
    this.show(call);
  }

  /** A closing tag stands where it closes nothing. */
  stray(close: string): void {
    this.doubt(this.byTool, close);
    this.doubt(this.byParam, close);
  }

  /** A closing tag stands inside a value. There a parameter's means nothing; a tool's may be the true end of a call. */
  strayInValue(close: string): void {
    this.doubt(this.byTool, close);
  }

  /** Shows what has been read so far. */
  publish(): void {
    if (this.open?.isBehind()) this.show(this.open);
  }

  /** The message is over: at its end, or at its limit, which leaves every open call `oversize`. */
  end(tooLarge: string | null): void {
    this.closeProse();
    const { open } = this;
    if (open?.type === 'tool_use') {
      open.partial = false;
      if (open.state === 'streaming') open.state = 'truncated';
      this.finish(open, tooLarge);
    }
    this.open = null;
    for (const call of this.closed) {
      call.state = 'complete';
      this.finish(call, tooLarge);
    }
    this.closed.length = 0;
  }

  /** The text that a block shows from an offset on. */
  since(index: number, offset: number, param: string | undefined): string {
    const growing = this.open?.index === index ? this.open.growingAs(param) : null;
    if (growing !== null) return growing.since(offset);
    const block = this.blocks[index];
    const whole = block?.type === 'tool_use' ? block.params[param ?? ''] : block?.content;
    return whole?.slice(offset) ?? '';
  }

  private openProse(type: Prose['type']): Prose {
    this.closeProse();
    const prose = new Prose(type, this.blocks.length);
    this.open = prose;
    return prose;
  }

  private closeProse(): void {
    const { open } = this;
    if (open === null || open.type === 'tool_use') return;
    open.partial = false;
    open.value.close();
    if (open.value.length > 0) this.show(open);
    this.open = null;
  }

  private show(block: Prose | Call): void {
    this.blocks[block.index] = block.toBlock();
  }

  private finish(call: Call, tooLarge: string | null): void {
    if (tooLarge !== null) {
      call.state = 'oversize';
      call.complain('limit', tooLarge);
    }
    this.show(call);
  }

  private watch(call: Call): void {
    this.closed.push(call);
    addTo(this.byTool, call.tool.close, call);
    for (const close of call.rawCloses) addTo(this.byParam, close, call);
  }

  private doubt(calls: Map<string, Call[]>, close: string): void {
    const doubtful = calls.get(close);
    if (doubtful === undefined) return;
    for (const call of doubtful) {
      call.doubt(close);
      this.show(call);
    }
    calls.delete(close);
  }
}

function addTo(calls: Map<string, Call[]>, close: string, call: Call): void {
  const known = calls.get(close);
  if (known === undefined) calls.set(close, [call]);
  else known.push(call);
}

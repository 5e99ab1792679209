import { Call } from './call.ts';
import type { AssistantMessageContent } from './call-blocks.ts';
import type { ToolGrammar } from './grammar.ts';
import { Value } from './value.ts';

/** A run of text or thinking while it is read. It has no index before it has something to show. */
interface Prose {
  readonly type: 'text' | 'thinking';
  readonly value: Value;
  index: number;
  /** How much of it its block shows. */
  published: number;
}

/**
 * The blocks of a message while it is read. A block keeps its index. One that grows is replaced by a new object once a
 * chunk, by `publish`; one that is finished stays as it is.
 */
export class BlockList {
  readonly blocks: AssistantMessageContent[] = [];
  private readonly idPrefix: string;
  private prose: Prose | null = null;
  private call: Call | null = null;
  private calls = 0;
  // Calls that are closed and wait for the end of the message, by the closing tags that would make them ambiguous.
  private readonly closed: Call[] = [];
  private readonly byTool = new Map<string, Call[]>();
  private readonly byParam = new Map<string, Call[]>();

  constructor(idPrefix: string) {
    this.idPrefix = idPrefix;
  }

  append(type: Prose['type'], piece: string): void {
    if (this.prose?.type !== type) {
      this.closeProse();
      this.prose = { type, value: new Value('trim', Number.POSITIVE_INFINITY), index: -1, published: 0 };
    }
    this.prose.value.push(piece);
  }

  openCall(tool: ToolGrammar): Call {
    this.closeProse();
    this.calls++;
    this.call = new Call(tool, this.blocks.length, `${this.idPrefix}_${this.calls}`);
    return this.call;
  }

  /** The call's closing tag was read. */
  closeCall(call: Call): void {
    call.partial = false;
    this.call = null;
    if (call.state === 'streaming') {
      if (call.rawCloses.length === 0) call.state = 'complete';
      else this.watch(call);
    }
    this.blocks[call.index] = call.toBlock();
  }

  /** Whether a closing tag that stands alone would mean anything. */
  get watching(): boolean {
    return this.byTool.size > 0;
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

  /** The text or thinking that is growing. */
  get growingText(): Value | null {
    return this.prose?.value ?? null;
  }

  /** Shows what has been read so far. */
  publish(): void {
    const { prose, call } = this;
    if (prose !== null && prose.published < prose.value.length) this.showProse(prose, true);
    if (call?.isBehind()) this.blocks[call.index] = call.toBlock();
  }

  /** The message is over: at its end, or at its limit, which leaves everything open `oversize`. */
  end(tooLarge: string | null): void {
    this.closeProse();
    if (this.call !== null) {
      this.call.partial = false;
      if (this.call.state === 'streaming') this.call.state = 'truncated';
      this.finish(this.call, tooLarge);
      this.call = null;
    }
    for (const call of this.closed) {
      call.state = 'complete';
      this.finish(call, tooLarge);
    }
    this.closed.length = 0;
  }

  /** What a block shows from an offset on. */
  since(index: number, offset: number, param: string | undefined): string {
    const { prose, call } = this;
    const growing =
      prose?.index === index ? prose.value : call?.index === index ? call.growingAs(param) : null;
    if (growing !== null) return growing.since(offset);
    const block = this.blocks[index];
    const whole = block?.type === 'tool_use' ? block.params[param ?? ''] : block?.content;
    return whole?.slice(offset) ?? '';
  }

  private closeProse(): void {
    if (this.prose !== null) this.showProse(this.prose, false);
    this.prose = null;
  }

  private showProse(prose: Prose, partial: boolean): void {
    const { type, value } = prose;
    if (value.length === 0) return;
    if (prose.index < 0) prose.index = this.blocks.length;
    this.blocks[prose.index] = { type, content: value.whole, partial };
    prose.published = value.length;
    value.mark();
  }

  private finish(call: Call, tooLarge: string | null): void {
    if (tooLarge !== null) {
      call.state = 'oversize';
      call.complain('limit', tooLarge);
    }
    this.blocks[call.index] = call.toBlock();
  }

  private watch(call: Call): void {
    this.closed.push(call);
    addTo(this.byTool, call.tool.close, call);
    for (const close of call.rawCloses) addTo(this.byParam, close, call);
  }

  private doubt(calls: Map<string, Call[]>, close: string): void {
    for (const call of calls.get(close) ?? []) {
      call.doubt(close);
      this.blocks[call.index] = call.toBlock();
    }
    calls.delete(close);
  }
}

function addTo(calls: Map<string, Call[]>, close: string, call: Call): void {
  const known = calls.get(close);
  if (known === undefined) calls.set(close, [call]);
  else known.push(call);
}

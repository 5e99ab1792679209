import type { ToolUse, ToolUseProblem, ToolUseState } from './call-blocks.ts';
import type { ToolGrammar } from './grammar.ts';
import { EMPTY_SHAPE, type ParamsShape, withParam } from './params-shape.ts';
import type { Value } from './value.ts';

/** A tool call while it is read. */
export class Call {
  readonly type = 'tool_use';
  readonly tool: ToolGrammar;
  readonly index: number;
  /** Closing tags of its raw parameters that have ended. If one is seen again, the value may have been cut. */
  readonly rawCloses: string[] = [];
  /** The value that is being read for its block. */
  growing: Value | null = null;
  partial = true;
  state: ToolUseState = 'streaming';
  private readonly id: string;
  private growingName = '';
  private shape: ParamsShape | null = EMPTY_SHAPE;
  /** Never changed, only replaced: blocks share it. */
  private params: Readonly<Record<string, string>> = {};
  private problem: ToolUseProblem | null = null;
  private changed = true;

  constructor(tool: ToolGrammar, index: number, id: string) {
    this.tool = tool;
    this.index = index;
    this.id = id;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.params, name) || (this.growing !== null && this.growingName === name);
  }

  /** The value that grows under this name; null when that one does not. */
  growingAs(name: string | undefined): Value | null {
    return this.growingName === name ? this.growing : null;
  }

  /** Reads a parameter from now on. A second value of one name replaces the first. */
  open(name: string, value: Value): void {
    this.shape = this.shape?.next.get(name) ?? null;
    this.growingName = name;
    this.growing = value;
    this.changed = true;
  }

  /** The parameter that was read is at its end. */
  settle(): void {
    if (this.growing === null) return;
    this.params = withParam(this.params, this.shape, this.growingName, this.growing.whole);
    this.growing = null;
    this.changed = true;
  }

  /** Says what is wrong with the call: what keeps it from running before all else, then what came first. */
  complain(code: ToolUseProblem['code'], message: string): void {
    if (this.problem !== null && (forbids(this.problem.code) || !forbids(code))) return;
    this.problem = { code, message };
    this.changed = true;
  }

  complainOfParam(name: string): void {
    const known = this.tool.params.map((param) => param.name).join(', ');
    this.complain(
      'unknown_parameter',
      `${this.tool.name} has no parameter ${name}, so its value was ignored. It takes ${known || 'none'}.`,
    );
  }

  complainOfText(): void {
    if (this.problem !== null) return;
    this.complain('stray_text', `Text between the parameters of ${this.tool.name} was ignored.`);
  }

  /** A parameter is larger than it may be. */
  exceed(name: string, maxBytes: number): void {
    this.state = 'oversize';
    this.complain(
      'limit',
      `${name} of ${this.tool.name} is larger than ${maxBytes} bytes. The call was not run. Send less at a time.`,
    );
  }

  /** A closing tag stands where it may be the true end of one of the values. */
  doubt(close: string): void {
    this.complain(
      'ambiguous',
      `${close} comes again after this call of ${this.tool.name}, so it is not certain where its values end. It was not run. Send the call again, alone and at the end of a message.`,
    );
  }

  /** Tells whether its block does not show all that was read. */
  isBehind(): boolean {
    return this.changed || (this.growing !== null && !this.growing.isMarked);
  }

  toBlock(): ToolUse {
    const { growing, problem } = this;
    let { params } = this;
    if (growing !== null) {
      params = withParam(params, this.shape, this.growingName, growing.whole);
      growing.mark();
    }
    this.changed = false;
    const block: ToolUse = {
      type: this.type,
      id: this.id,
      name: this.tool.name,
      params,
      partial: this.partial,
      state: this.state,
    };
    return problem === null ? block : { ...block, problem };
  }
}

function forbids(code: ToolUseProblem['code']): boolean {
  return code === 'ambiguous' || code === 'limit';
}

import type { ToolUse, ToolUseProblem, ToolUseState } from './call-blocks.ts';
import type { ToolGrammar } from './grammar.ts';
import type { Value } from './value.ts';

/** A tool call while it is read. */
export class Call {
  readonly tool: ToolGrammar;
  readonly index: number;
  /** Closing tags of its raw parameters that have ended. If one is seen again, the value may have been cut. */
  readonly rawCloses: string[] = [];
  /** The value that is being read, and the parameter it belongs to. */
  growing: { readonly name: string; readonly value: Value } | null = null;
  /** Whether its block is behind what has been read. */
  dirty = true;
  partial = true;
  state: ToolUseState = 'streaming';
  private readonly id: string;
  private readonly names: string[] = [];
  private readonly values: string[] = [];
  private problem: ToolUseProblem | null = null;

  constructor(tool: ToolGrammar, index: number, id: string) {
    this.tool = tool;
    this.index = index;
    this.id = id;
  }

  has(name: string): boolean {
    return this.names.includes(name);
  }

  /** Reads a parameter from now on. A second value of one name takes the place of the first. */
  open(name: string, value: Value): void {
    if (!this.has(name)) this.names.push(name);
    this.growing = { name, value };
    this.dirty = true;
  }

  /** Keeps the parameter that was read. */
  settle(): void {
    if (this.growing === null) return;
    this.values[this.names.indexOf(this.growing.name)] = this.growing.value.shown.value;
    this.growing = null;
  }

  /** Tells what is wrong with the call. What keeps it from running is told first, then what came first. */
  complain(code: ToolUseProblem['code'], message: string): void {
    const blocks = (code: string): boolean => code === 'ambiguous' || code === 'limit';
    if (this.problem !== null && (blocks(this.problem.code) || !blocks(code))) return;
    this.problem = { code, message };
    this.dirty = true;
  }

  /** A closing tag stands where it may be the true end of one of the values. */
  doubt(close: string): void {
    this.complain(
      'ambiguous',
      `${close} comes again after this call of ${this.tool.name}, so it is not certain where its values end. It was not run. Send the call again, alone and at the end of a message.`,
    );
  }

  complainOfParam(name: string): void {
    const known = this.tool.params.map((param) => param.name).join(', ');
    this.complain(
      'unknown_parameter',
      `${this.tool.name} has no parameter ${name}, so its value was ignored. It takes ${known || 'none'}.`,
    );
  }

  complainOfText(): void {
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

  toBlock(): ToolUse {
    this.dirty = false;
    const block = {
      type: 'tool_use',
      id: this.id,
      name: this.tool.name,
      params: this.params(),
      partial: this.partial,
      state: this.state,
    } as const;
    return this.problem === null ? block : { ...block, problem: this.problem };
  }

  private params(): Record<string, string> {
    const params: Record<string, string> = {};
    if (this.growing !== null)
      this.values[this.names.indexOf(this.growing.name)] = this.growing.value.shown.value;
    for (let i = 0; i < this.names.length; i++) params[this.names[i] ?? ''] = this.values[i] ?? '';
    return params;
  }
}

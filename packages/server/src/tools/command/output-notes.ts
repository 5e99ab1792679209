import type { ToolProgressNote } from '../define/tool.ts';

/** The facts in a note of a running command, beside its words. */
export interface CommandStatus {
  readonly status: 'started' | 'output' | 'exited' | 'timeout';
  readonly pid?: number;
  readonly output?: string;
  readonly exitCode?: number;
  readonly signal?: string;
}

const EVERY_MS = 100;
const NOTE_LENGTH = 8_000;
/** Notes are kept with the run, so an endless output must not be an endless run. */
const ALL_LENGTH = 400_000;
const MESSAGE_LENGTH = 200;

/** Tells what a command prints while it runs: joined, ten times a second at most, and no more than a bounded text in all. */
export class OutputNotes {
  private readonly tell: (note: ToolProgressNote) => void;
  private waiting = '';
  private skipped = 0;
  private told = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(tell: (note: ToolProgressNote) => void) {
    this.tell = tell;
  }

  push(text: string): void {
    if (text === '' || this.told >= ALL_LENGTH) return;
    this.waiting += text;
    if (this.waiting.length > 2 * NOTE_LENGTH) this.cut();
    this.timer ??= setTimeout(() => this.flush(), EVERY_MS);
  }

  /** Tells what waits. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.waiting === '') return;
    this.cut();
    const before =
      this.skipped > 0 ? `[… ${this.skipped.toLocaleString('en')} characters not shown …]\n` : '';
    this.told += this.waiting.length;
    const after = this.told >= ALL_LENGTH ? '\n[… more is shown when the command has ended …]\n' : '';
    const output = before + this.waiting + after;
    this.waiting = '';
    this.skipped = 0;
    this.status(lastLine(output), { status: 'output', output });
  }

  status(message: string, data: CommandStatus): void {
    this.tell({ stage: 'output', message, data });
  }

  private cut(): void {
    const over = this.waiting.length - NOTE_LENGTH;
    if (over <= 0) return;
    this.skipped += over;
    this.waiting = this.waiting.slice(over);
  }
}

function lastLine(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed.slice(trimmed.lastIndexOf('\n') + 1).slice(0, MESSAGE_LENGTH);
}

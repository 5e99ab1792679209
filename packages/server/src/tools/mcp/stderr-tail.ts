import { StringDecoder } from 'node:string_decoder';
import { visibleText } from '../command/visible-text.ts';

const KEPT = 4_000;
const LINES = 3;
const LENGTH = 400;

/** The end of what a program prints about itself, for people who wonder why it failed. Its memory is bounded. */
export class StderrTail {
  private text = '';
  private readonly decoder = new StringDecoder('utf8');

  push(bytes: Buffer): void {
    this.text = `${this.text}${this.decoder.write(bytes)}`.slice(-KEPT);
  }

  /** Its last lines in one, or nothing. */
  get last(): string {
    const lines = this.text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
    return visibleText(lines.slice(-LINES).join(' / ')).slice(-LENGTH);
  }
}

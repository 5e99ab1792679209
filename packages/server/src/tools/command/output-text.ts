import { indexOfUnseen, visibleText } from './visible-text.ts';

type State = 'text' | 'escape' | 'csi' | 'string' | 'string end';

const ESCAPE = '\u{1b}';

/**
 * Reads what a program prints as text: UTF-8, without the escape sequences of terminals, lines that end in `\n` only, and
 * control characters by their numbers. A carriage return alone ends a line too. Every cutting of the bytes gives the same
 * text. Linear, and it keeps nothing but its state.
 */
export class OutputText {
  private readonly decoder = new TextDecoder();
  private state: State = 'text';
  /** True when a carriage return was read last: a line feed may follow. */
  private returned = false;

  push(bytes: Uint8Array): string {
    return this.read(this.decoder.decode(bytes, { stream: true }));
  }

  end(): string {
    const rest = this.read(this.decoder.decode());
    return this.returned ? `${rest}\n` : rest;
  }

  private read(text: string): string {
    let shown = '';
    let at = 0;
    while (at < text.length) {
      if (this.returned && text.charAt(at) !== '\r') {
        this.returned = false;
        if (text.charAt(at) !== '\n') shown += '\n';
      }
      if (this.state === 'text') {
        const next = indexOfUnseen(text, at);
        shown += text.slice(at, next);
        at = next;
      }
      if (at < text.length) shown += this.step(text.charAt(at++));
    }
    return shown;
  }

  /** Takes one character, and gives what is to be seen of it. */
  private step(char: string): string {
    switch (this.state) {
      case 'text':
        return this.plain(char);
      case 'escape':
        if (char === '[') this.state = 'csi';
        else if (']PX^_'.includes(char)) this.state = 'string';
        else if (char >= '0' && char <= '~') this.state = 'text';
        else if (char < ' ' || char > '~') return this.plain(char);
        return '';
      case 'csi':
        if (char >= '@' && char <= '~') this.state = 'text';
        else if (char < ' ' || char > '~') return this.plain(char);
        return '';
      case 'string':
        // A title or a link has no line breaks: one that never ends takes no more than its line.
        if (char === '\n') return this.plain(char);
        if (char === ESCAPE) this.state = 'string end';
        else if (char === '\u{7}' || char === '\u{18}' || char === '\u{1a}') this.state = 'text';
        return '';
      case 'string end':
        this.state = char === '\\' ? 'text' : 'escape';
        return char === '\\' ? '' : this.step(char);
    }
  }

  private plain(char: string): string {
    this.state = char === ESCAPE ? 'escape' : 'text';
    if (char === '\r') this.returned = true;
    return char === ESCAPE || char === '\r' ? '' : visibleText(char);
  }
}

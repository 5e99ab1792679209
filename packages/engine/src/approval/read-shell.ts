import { isEmpty, openFrame, openWord, type ShellFrame } from './shell-frame.ts';
import type { ShellCommand, ShellProgram } from './shell-program.ts';

const BARE_RUN = /[^\s\\'"`$#;&|()<>{}*?[=!]+/y;
const QUOTED_RUN = /[^"\\`$]+/y;
const REDIRECT = /<<<|<<-|<<|<>|<&|<\(|<|>>|>\||>&|>\(|>/y;
const OPERATOR = /&&|\|\||\|&|;;|;&|;\||&!|&\||&>|[;&|]/y;

// What cannot be seen: control, format, private and half characters, and every space but the plain ones.
const UNSEEN = /[^\P{C}\n\t]|[^\P{Z} ]/u;

const RESERVED: ReadonlySet<string> = new Set(
  'if then elif else fi for foreach while until repeat do done end case esac select function time coproc in [[ ]] { } !'.split(
    ' ',
  ),
);

/**
 * Reads a command line of sh or bash into its simple commands. What these, or zsh, read in different ways, and what puts
 * something in that the text does not show, is `hidden`; its commands are found as far as possible. Pure. Never throws.
 * Linear.
 */
export function readShell(text: string): ShellProgram {
  return new ShellReader(text).read();
}

class ShellReader {
  readonly #text: string;
  readonly #commands: ShellCommand[] = [];
  readonly #parents: ShellFrame[] = [];
  #frame = openFrame('', false);
  #heres: { readonly end: string; readonly tabs: boolean }[] = [];
  #at = 0;
  #hidden: string | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  read(): ShellProgram {
    if (UNSEEN.test(this.#text)) this.#hide('it has characters that cannot be seen');
    while (this.#at < this.#text.length) {
      if (this.#frame.quoted) this.#readQuoted();
      else this.#readBare();
    }
    while (this.#parents.length > 0 || this.#frame.quoted) {
      this.#hide('it ends inside quotes or parentheses');
      if (this.#frame.quoted) this.#frame.quoted = false;
      else this.#pop();
    }
    this.#endList();
    if (this.#commands.length === 0) this.#hide('it has no command');
    return { commands: this.#commands, hidden: this.#hidden };
  }

  #hide(why: string): void {
    this.#hidden ??= why;
  }

  #readBare(): void {
    const char = this.#text.charAt(this.#at);
    switch (char) {
      case ' ':
      case '\t':
        this.#endWord();
        break;
      case '\n':
        this.#at++;
        this.#endCommand('\n');
        this.#skipHeres();
        return;
      case '\\':
        this.#readEscape();
        return;
      case "'":
        this.#readSingle(this.#at + 1);
        return;
      case '"':
        openWord(this.#frame).bare = false;
        this.#frame.quoted = true;
        break;
      case '`':
        this.#readBacktick();
        return;
      case '$':
        this.#readDollar();
        return;
      case '#':
        if (this.#frame.word === undefined && this.#frame.close !== '}') {
          const end = this.#text.indexOf('\n', this.#at);
          this.#at = end < 0 ? this.#text.length : end;
          return;
        }
        this.#append(char);
        break;
      case ';':
      case '&':
      case '|':
        this.#readOperator();
        return;
      case '(':
        this.#readParenthesis();
        return;
      case ')':
        this.#close(')');
        return;
      case '<':
      case '>':
        this.#readRedirect();
        return;
      default:
        this.#readPlain(char);
        return;
    }
    this.#at++;
  }

  /** Characters of a word that need no quotes, and those that mean something at their place. */
  #readPlain(char: string): void {
    if (char === '}' && this.#frame.close === '}') {
      this.#close('}');
      return;
    }
    if (char === '{' || char === '}') this.#hide('it has braces');
    if (char === '=' && this.#frame.word === undefined) this.#hide('a word begins with =');
    if (char === '*' || char === '?' || char === '[') openWord(this.#frame).glob = true;
    const run = this.#match(BARE_RUN) ?? char;
    this.#append(run);
    this.#at += run.length;
  }

  #readQuoted(): void {
    const char = this.#text.charAt(this.#at);
    switch (char) {
      case '"':
        this.#frame.quoted = false;
        this.#at++;
        return;
      case '`':
        this.#readBacktick();
        return;
      case '$':
        this.#readDollar();
        return;
      case '\\': {
        const next = this.#text.charAt(this.#at + 1);
        // A broken line is joined; other characters keep the backslash.
        if (next !== '\n') this.#append('$`"\\'.includes(next) ? next : char + next);
        this.#at += 2;
        return;
      }
      default: {
        const run = this.#match(QUOTED_RUN) ?? char;
        this.#append(run);
        this.#at += run.length;
      }
    }
  }

  #readEscape(): void {
    const next = this.#text.charAt(this.#at + 1);
    this.#at += 2;
    if (next === '\n') return;
    if (next === '') this.#hide('it ends with a backslash');
    openWord(this.#frame).bare = false;
    this.#append(next);
  }

  /** What stands from here to the next single quote. */
  #readSingle(from: number): void {
    const end = this.#text.indexOf("'", from);
    if (end < 0) this.#hide('it ends inside quotes or parentheses');
    openWord(this.#frame).bare = false;
    this.#append(this.#text.slice(from, end < 0 ? undefined : end));
    this.#at = end < 0 ? this.#text.length : end + 1;
  }

  #readDollar(): void {
    const next = this.#text.charAt(this.#at + 1);
    this.#at++;
    if (next === '' || ' \t\n'.includes(next) || (next === '"' && this.#frame.quoted)) {
      this.#append('$');
      return;
    }
    openWord(this.#frame).known = false;
    if (next === '(') {
      this.#at++;
      this.#hide('it puts the output of another command in');
      this.#push(')', false);
    } else if (next === '{') {
      this.#at++;
      this.#hide('it puts a variable in');
      this.#push('}', false);
    } else if (next === "'" && !this.#frame.quoted) {
      this.#hide("it has a $'…' text");
      this.#at++;
      this.#readCText();
    } else {
      this.#hide('it puts a variable in');
      if (next !== '"') this.#append('$');
    }
  }

  /** The text of `$'…'`: a backslash keeps the quote behind it. */
  #readCText(): void {
    const from = this.#at;
    while (this.#at < this.#text.length && this.#text.charAt(this.#at) !== "'")
      this.#at += this.#text.charAt(this.#at) === '\\' ? 2 : 1;
    this.#append(this.#text.slice(from, this.#at));
    this.#at++;
  }

  #readBacktick(): void {
    this.#hide('it puts the output of another command in');
    if (this.#frame.close === '`' && !this.#frame.quoted) {
      this.#close('`');
      return;
    }
    this.#at++;
    openWord(this.#frame).known = false;
    this.#push('`', false);
  }

  #readParenthesis(): void {
    const group = isEmpty(this.#frame);
    this.#at++;
    if (!group) {
      this.#hide('it has parentheses inside a command');
      openWord(this.#frame).known = false;
    }
    this.#push(')', group);
  }

  #readOperator(): void {
    const operator = this.#match(OPERATOR) ?? ';';
    if (operator === '&>') {
      // For some shells the command ends here, and the words behind the file are another one.
      this.#hide('it has &>');
      this.#endWord();
      this.#at++;
      this.#readRedirect();
      return;
    }
    this.#at += operator.length;
    if (operator.length === 2 && !['&&', '||', '|&'].includes(operator)) this.#hide(`it has ${operator}`);
    this.#endCommand(operator);
  }

  #readRedirect(): void {
    const frame = this.#frame;
    const operator = this.#match(REDIRECT) ?? '>';
    this.#at += operator.length;
    // The number of a file stands right before: `2>`. Of longer ones not all shells think so.
    if (frame.word?.bare && /^\d+$/.test(frame.word.text)) {
      if (frame.word.text.length > 1) this.#hide('it redirects a file by a long number');
      frame.word = undefined;
    } else this.#endWord();
    if (operator === '<(' || operator === '>(') {
      this.#hide('a command stands in the place of a file');
      openWord(frame).known = false;
      this.#push(')', false);
      return;
    }
    if (frame.target !== undefined) this.#hide('a redirection has no file');
    const next = this.#text.charAt(this.#at);
    if (next === '!' || next === '|' || next === '&') this.#hide(`it has ${operator}${next}`);
    if (operator.startsWith('<<')) this.#hide('it has a text for a command to read');
    frame.target =
      operator === '<<'
        ? 'here'
        : operator === '<<-'
          ? 'here-tabs'
          : operator === '>&' || operator === '<&'
            ? 'duplicate'
            : operator.includes('>')
              ? 'write'
              : 'read';
  }

  #append(text: string): void {
    openWord(this.#frame).text += text;
  }

  #endWord(): void {
    const frame = this.#frame;
    const { word, target } = frame;
    if (word === undefined) return;
    frame.word = undefined;
    frame.target = undefined;
    const { text, glob, known, bare } = word;
    const ended = { text, glob, known };
    if (target === 'here' || target === 'here-tabs') {
      this.#heres.push({ end: text, tabs: target === 'here-tabs' });
      frame.begun = true;
    } else if (target === 'read') frame.reads.push(ended);
    else if (target === 'write') frame.writes.push(ended);
    else if (target === 'duplicate') {
      frame.begun = true;
      if (bare && /^(\d|-)$/.test(text)) return;
      // Not every shell takes it for a file, and bash expands its name twice.
      this.#hide('it has >& or <& before a file');
      frame.writes.push(ended);
    } else if (frame.words.length > 0) frame.words.push(ended);
    else if (this.#isCommandName(text, bare)) frame.words.push(ended);
    else frame.begun = true;
  }

  /** Whether the first word of a command names it. Reserved words and assignments stand before the name. */
  #isCommandName(text: string, bare: boolean): boolean {
    if (this.#frame.closed) this.#hide('a word stands behind a group');
    if (bare && (RESERVED.has(text) || text.startsWith('!'))) this.#hide(`it has the word ${text}`);
    else if (text.includes('=')) this.#hide('it sets a variable');
    else return true;
    return false;
  }

  #endCommand(operator: string): void {
    this.#endWord();
    const frame = this.#frame;
    if (isEmpty(frame)) {
      if (operator !== '\n') this.#hide(`nothing stands before ${operator}`);
      return;
    }
    if (frame.target !== undefined) this.#hide('a redirection has no file');
    const { words, writes, reads } = frame;
    if (words.length + writes.length + reads.length > 0) this.#commands.push({ words, writes, reads });
    frame.words = [];
    frame.writes = [];
    frame.reads = [];
    frame.target = undefined;
    frame.closed = false;
    frame.begun = false;
    frame.joined = operator.startsWith('|') || operator === '&&';
  }

  /** Ends a list of commands: behind `&&` there must be one. */
  #endList(): void {
    this.#endWord();
    if (isEmpty(this.#frame) && this.#frame.joined) this.#hide('it ends with an operator');
    this.#endCommand('\n');
  }

  #push(close: ShellFrame['close'], group: boolean): void {
    this.#parents.push(this.#frame);
    this.#frame = openFrame(close, group);
  }

  #pop(): void {
    this.#endList();
    const { group } = this.#frame;
    this.#frame = this.#parents.pop() ?? openFrame('', false);
    if (group) this.#frame.closed = true;
  }

  /** A closing character ends its frame; at any other place it is not understood. */
  #close(char: ShellFrame['close']): void {
    this.#at++;
    if (this.#frame.close === char) {
      this.#pop();
      return;
    }
    this.#hide(`it has ${char} at an odd place`);
    this.#endCommand('\n');
  }

  /** Skips the texts that the lines before announced with `<<`. */
  #skipHeres(): void {
    for (const { end, tabs } of this.#heres) {
      for (let over = false; !over && this.#at < this.#text.length; ) {
        const next = this.#text.indexOf('\n', this.#at);
        const line = this.#text.slice(this.#at, next < 0 ? undefined : next);
        this.#at = next < 0 ? this.#text.length : next + 1;
        over = (tabs ? line.replace(/^\t+/, '') : line) === end;
      }
    }
    this.#heres = [];
  }

  #match(regex: RegExp): string | undefined {
    regex.lastIndex = this.#at;
    return regex.exec(this.#text)?.[0];
  }
}

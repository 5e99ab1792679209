import { isEmpty, openFrame, openWord, type ShellFrame } from './shell-frame.ts';
import type { ShellCommand } from './shell-program.ts';

const BARE_RUN = /[^\s\\'"`$#;&|()<>{}*?[=!]+/y;
const QUOTED_RUN = /[^"\\`$]+/y;
const REDIRECT = /<<<|<<-|<<|<>|<&|<\(|<|>>|>\||>&|>\(|>/y;
const OPERATOR = /&&|\|\||\|&|;;|;&|;\||&!|&\||&>|[;&|]/y;

const RESERVED: ReadonlySet<string> = new Set(
  'if then elif else fi for foreach while until repeat do done end case esac select function time coproc in [[ ]] { } !'.split(
    ' ',
  ),
);

/**
 * Finds every command that a line could run, as sh, bash or zsh may read it: also in substitutions, groups and the bodies of
 * loops. It says nothing about what it does not find, so only an ask or a deny may rest on it. Pure. Never throws. Linear.
 */
export function findCommands(text: string): readonly ShellCommand[] {
  return new ShellReader(text).read();
}

// Of a line with texts for its commands so many are taken for readers of them.
const HERE_COMMANDS = 8;

class ShellReader {
  readonly #text: string;
  readonly #commands: ShellCommand[] = [];
  readonly #parents: ShellFrame[] = [];
  #frame = openFrame('');
  /** The first command of this line. */
  #line = 0;
  #heres: { readonly end: string; readonly tabs: boolean }[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): readonly ShellCommand[] {
    while (this.#at < this.#text.length) {
      if (this.#frame.quoted) this.#readQuoted();
      else this.#readBare();
    }
    while (this.#parents.length > 0) this.#pop();
    this.#endCommand();
    return this.#commands;
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
        this.#endCommand();
        this.#readHeres();
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
          this.#readComment();
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

  /** Skips a comment. Where it is none, as in arithmetic, a `$(…)` in it runs: it is kept as a text. */
  #readComment(): void {
    const end = this.#text.indexOf('\n', this.#at);
    const from = this.#at;
    this.#at = end < 0 ? this.#text.length : end;
    const text = { text: this.#text.slice(from + 1, this.#at), glob: false, known: true };
    this.#commands.push({ words: [{ ...text, text: '#' }, text], writes: [], reads: [], fed: false });
  }

  /** Characters of a word that need no quotes, and those that mean something at their place. */
  #readPlain(char: string): void {
    if (char === '}' && this.#frame.close === '}') {
      this.#close('}');
      return;
    }
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
    openWord(this.#frame).bare = false;
    this.#append(next);
  }

  /** Reads from here to the next single quote. */
  #readSingle(from: number): void {
    const end = this.#text.indexOf("'", from);
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
      this.#push(')');
    } else if (next === '{') {
      this.#at++;
      this.#push('}');
    } else if (next === "'" && !this.#frame.quoted) {
      this.#at++;
      this.#readCText();
    } else if (next !== '"') this.#append('$');
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
    if (this.#frame.close === '`' && !this.#frame.quoted) {
      this.#close('`');
      return;
    }
    this.#at++;
    openWord(this.#frame).known = false;
    this.#push('`');
  }

  #readParenthesis(): void {
    // Elsewhere than at the beginning of a command it is a part of a word, such as a pattern.
    if (!isEmpty(this.#frame)) openWord(this.#frame).known = false;
    this.#at++;
    this.#push(')');
  }

  #readOperator(): void {
    const operator = this.#match(OPERATOR) ?? ';';
    if (operator === '&>') {
      // For some shells the command ends here, and the words behind the file are another one.
      this.#endWord();
      this.#at++;
      this.#readRedirect();
      return;
    }
    this.#at += operator.length;
    this.#endCommand();
  }

  #readRedirect(): void {
    const frame = this.#frame;
    const operator = this.#match(REDIRECT) ?? '>';
    this.#at += operator.length;
    // The number of a file stands right before: `2>`. Of longer ones not all shells think so.
    if (frame.word?.bare && /^\d+$/.test(frame.word.text)) frame.word = undefined;
    else this.#endWord();
    if (operator === '<(' || operator === '>(') {
      openWord(frame).known = false;
      this.#push(')');
      return;
    }
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
    if (target === 'here' || target === 'here-tabs')
      this.#heres.push({ end: text, tabs: target === 'here-tabs' });
    else if (target === 'read') frame.reads.push(ended);
    else if (target === 'write') frame.writes.push(ended);
    else if (target === 'duplicate') {
      // Not every shell takes it for a file, and bash expands its name twice.
      if (!bare || !/^(\d|-)$/.test(text)) frame.writes.push(ended);
    } else if (frame.words.length > 0 || isCommandName(text, bare)) frame.words.push(ended);
  }

  #endCommand(): void {
    this.#endWord();
    const frame = this.#frame;
    const { words, writes, reads } = frame;
    if (words.length + writes.length + reads.length > 0)
      this.#commands.push({ words, writes, reads, fed: false });
    frame.words = [];
    frame.writes = [];
    frame.reads = [];
    frame.target = undefined;
  }

  #push(close: ShellFrame['close']): void {
    this.#parents.push(this.#frame);
    this.#frame = openFrame(close);
  }

  #pop(): void {
    this.#endCommand();
    this.#frame = this.#parents.pop() ?? openFrame('');
  }

  /** A closing character ends its frame; at any other place it is not understood. */
  #close(char: ShellFrame['close']): void {
    this.#at++;
    if (this.#frame.close === char) {
      this.#pop();
      return;
    }
    this.#endCommand();
  }

  /** Reads the texts that the line before announced with `<<`, as one more word of each of its commands. */
  #readHeres(): void {
    const line = this.#commands.slice(this.#line);
    for (const { end, tabs } of this.#heres) {
      const from = this.#at;
      for (let over = false; !over && this.#at < this.#text.length; ) {
        const next = this.#text.indexOf('\n', this.#at);
        const read = this.#text.slice(this.#at, next < 0 ? undefined : next);
        this.#at = next < 0 ? this.#text.length : next + 1;
        over = (tabs ? read.replace(/^\t+/, '') : read) === end;
      }
      const text = { text: this.#text.slice(from, this.#at), glob: false, known: false };
      for (const { words } of line.slice(0, HERE_COMMANDS))
        this.#commands.push({ words: [...words.slice(0, 1), text], writes: [], reads: [], fed: true });
    }
    this.#heres = [];
    this.#line = this.#commands.length;
  }

  #match(regex: RegExp): string | undefined {
    regex.lastIndex = this.#at;
    return regex.exec(this.#text)?.[0];
  }
}

/** Tells whether the first word of a command names it. Reserved words and assignments stand before the name. */
function isCommandName(text: string, bare: boolean): boolean {
  return !(bare && (RESERVED.has(text) || text.startsWith('!'))) && !text.includes('=');
}

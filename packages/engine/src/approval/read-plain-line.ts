import type { PlainCommand, PlainJoint, PlainRedirect } from './plain-command.ts';

/** The commands of a plain line, or why it is none. */
export type PlainLine =
  | { readonly commands: readonly PlainCommand[] }
  | { readonly commands?: undefined; readonly hidden: string };

// Nobody reads a longer one before allowing it.
const MOST = 10_000;

// Characters that cannot be seen: control, format, private and half characters, and every space but the plain ones.
const UNSEEN = /[^\P{C}\n\t]|[^\P{Z} ]/u;

// A broken line is joined only where a space stands before the backslash: elsewhere it may be inside of an operator.
const BLANKS = /(?:[ \t]|(?<=[ \t])\\\n)+/y;
const JOINT = /&&|\|\||[|;\n]/y;
const DUPLICATE = /([12]?)>&([12])(?=[ \t\n;|]|&&|$)/y;
const REDIRECT = /([012]?)(>>|>(?![>&|(])|<(?![<>&(]))/y;
const BARE = /[A-Za-z0-9_./:,@%+=-]+/y;
const GLOB = /[*?]+/y;
const SINGLE = /'([^']*)'/y;
const DOUBLE = /"((?:[^"\\$`]|\\[^\n])*)"/y;
const ESCAPE = /\\([ -~])/y;

const NAME = /^[A-Za-z0-9_./][A-Za-z0-9_./+-]*$/;
const RESERVED: ReadonlySet<string> = new Set(
  'if then elif else fi for foreach while until repeat do done end case esac select function time coproc in'.split(
    ' ',
  ),
);

const WHY: Readonly<Record<string, string>> = {
  $: 'it has $, which puts something in',
  '`': 'it has `, which puts the output of a command in',
  "'": 'it has a quote that is not closed, or something between quotes that the shell reads',
  '"': 'it has a quote that is not closed, or something between quotes that the shell reads',
  '\\': 'it has a \\ at an odd place',
  '#': 'it has #, which may begin a comment',
  '&': 'it has &, which runs something in the background',
};

/**
 * Reads a command line that is nothing but words, quotes, `&& || | ;`, line breaks and plain redirections. That is all of the
 * language of shells that is understood here, and all of it that a rule may allow. Pure. Never throws. Linear.
 */
export function readPlainLine(text: string): PlainLine {
  if (text.length > MOST) return { hidden: `it has more than ${MOST} characters` };
  if (UNSEEN.test(text)) return { hidden: 'it has characters that cannot be seen' };
  try {
    return { commands: new PlainReader(text).read() };
  } catch (error) {
    if (error instanceof NotPlain) return { hidden: error.message };
    throw error;
  }
}

class NotPlain extends Error {}

interface PlainWord {
  readonly text: string;
  readonly glob: boolean;
}

class PlainReader {
  readonly #text: string;
  readonly #commands: PlainCommand[] = [];
  #words: PlainWord[] = [];
  #redirects: PlainRedirect[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): readonly PlainCommand[] {
    while (this.#at < this.#text.length) this.#readNext();
    if (this.#words.length > 0) this.#endCommand('');
    const last = this.#commands.at(-1);
    if (last === undefined) throw new NotPlain('it has no command');
    if (last.joint !== '' && last.joint !== ';') throw new NotPlain(`it ends with ${last.joint}`);
    return [...this.#commands.slice(0, -1), { ...last, joint: '' }];
  }

  #readNext(): void {
    if (this.#take(BLANKS) || this.#readRedirect()) return;
    const joint = this.#take(JOINT)?.[0];
    if (joint === undefined) this.#words.push(this.#readWord());
    // An empty line, also behind an operator.
    else if (joint !== '\n' || this.#words.length > 0)
      this.#endCommand(joint === '\n' ? ';' : (joint as PlainJoint));
  }

  #endCommand(joint: PlainJoint): void {
    const [name] = this.#words;
    if (name === undefined) throw new NotPlain(`nothing stands before ${joint}`);
    if (RESERVED.has(name.text)) throw new NotPlain(`it has the word ${name.text}`);
    if (name.text.includes('=')) throw new NotPlain('it sets a variable');
    if (!NAME.test(name.text)) throw new NotPlain('the name of a command is not plain');
    this.#commands.push({ words: this.#words, redirects: this.#redirects, joint });
    this.#words = [];
    this.#redirects = [];
  }

  /** Reads a redirection, if there is one. It stands behind the name of its command. */
  #readRedirect(): boolean {
    const duplicate = this.#take(DUPLICATE);
    const found = duplicate ?? this.#take(REDIRECT);
    if (found === undefined) return false;
    if (this.#words.length === 0) throw new NotPlain('a redirection stands before the name of a command');
    const [, number = '', what = ''] = found;
    const from = number === '' ? (what === '<' ? 0 : 1) : (Number(number) as 0 | 1 | 2);
    if (duplicate !== undefined) {
      this.#redirects.push({ from, operator: '>&', target: what });
      return true;
    }
    this.#take(BLANKS);
    const { text, glob } = this.#readWord();
    if (glob || text === '') throw new NotPlain('a redirection has no plain file');
    this.#redirects.push({ from, operator: what as '>' | '>>' | '<', target: text });
    return true;
  }

  #readWord(): PlainWord {
    const from = this.#at;
    let [text, isGlob, isQuoted] = ['', false, false];
    for (;;) {
      const bare = this.#take(BARE)?.[0];
      const glob = bare ?? this.#take(GLOB)?.[0];
      const piece = glob ?? this.#readQuoted();
      if (piece === undefined) break;
      isGlob ||= bare === undefined && glob !== undefined;
      isQuoted ||= glob === undefined;
      text += piece;
    }
    this.#checkWord(from, text, isGlob, isQuoted);
    return { text, glob: isGlob };
  }

  /** The text in quotes, or behind a backslash. */
  #readQuoted(): string | undefined {
    const single = this.#take(SINGLE);
    if (single !== undefined) return single[1];
    const double = this.#take(DOUBLE)?.[1];
    if (double === undefined) return this.#take(ESCAPE)?.[1];
    // There are encodings in which a backslash may be the second half of a character.
    if (double.includes('\\') && /[^\n\t -~]/.test(double))
      throw new NotPlain('it has a \\ beside letters that are not English, between quotes');
    return double.replace(/\\([\\"$`])/g, '$1');
  }

  #checkWord(from: number, text: string, isGlob: boolean, isQuoted: boolean): void {
    const next = this.#text.charAt(this.#at);
    if (this.#at === from) throw new NotPlain(WHY[next] ?? `it has ${next === '' ? 'no file' : next}`);
    if (/^\d+$/.test(text) && (next === '<' || next === '>'))
      throw new NotPlain('it redirects a file by its number');
    if (next !== '' && !' \t\n;|&<>'.includes(next)) throw new NotPlain(WHY[next] ?? `it has ${next}`);
    if (text.startsWith('=') && !isQuoted) throw new NotPlain('a word begins with =');
    // The name of a file could be taken for an option. Behind a slash it can't.
    if (isGlob && (isQuoted || !/^[^-*?][^*?]*\/|^\//.test(text)))
      throw new NotPlain('the name of any file may take the place of a word; write ./* instead of *');
  }

  #take(regex: RegExp): RegExpExecArray | undefined {
    regex.lastIndex = this.#at;
    const found = regex.exec(this.#text) ?? undefined;
    if (found !== undefined) this.#at = regex.lastIndex;
    return found;
  }
}

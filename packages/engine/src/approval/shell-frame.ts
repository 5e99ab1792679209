import type { ShellWord } from './shell-program.ts';

/** The role of the next word, when it is no word of the command. */
type Target = 'read' | 'write' | 'duplicate' | 'here' | 'here-tabs';

/** A word that is being read. */
interface OpenWord {
  text: string;
  glob: boolean;
  known: boolean;
  /** Nothing in it was quoted. */
  bare: boolean;
}

/** A list of commands that is being read: the text itself, or what stands in parentheses, backticks or braces in it. */
export interface ShellFrame {
  /** The character that ends it. None ends the text itself. */
  readonly close: '' | ')' | '`' | '}';
  words: ShellWord[];
  writes: ShellWord[];
  reads: ShellWord[];
  word: OpenWord | undefined;
  target: Target | undefined;
  /** Inside double quotes. */
  quoted: boolean;
}

export function openFrame(close: ShellFrame['close']): ShellFrame {
  return {
    close,
    words: [],
    writes: [],
    reads: [],
    word: undefined,
    target: undefined,
    quoted: false,
  };
}

/** The word that is being read, begun if there is none. */
export function openWord(frame: ShellFrame): OpenWord {
  frame.word ??= { text: '', glob: false, known: true, bare: true };
  return frame.word;
}

/** Tells whether nothing of a command is there yet. */
export function isEmpty(frame: ShellFrame): boolean {
  const { words, writes, reads, word, target } = frame;
  return words.length + writes.length + reads.length === 0 && word === undefined && target === undefined;
}

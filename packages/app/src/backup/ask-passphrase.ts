import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** The first line of a file. */
export function passphraseIn(file: string): string {
  try {
    return firstLine(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} could not be read. Name a file with the passphrase in its first line.`, {
      cause: error,
    });
  }
}

/** Asks a person on the terminal, which does not show what is typed; a program writes it to standard input. */
export async function askPassphrase(question: string): Promise<string> {
  const isPerson = process.stdin.isTTY;
  if (isPerson) process.stderr.write(question);
  const hidden = new Writable({ write: (_bytes, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: hidden, terminal: isPerson });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    if (isPerson) process.stderr.write('\n');
  }
}

const firstLine = (text: string): string => text.split(/\r?\n/, 1)[0] ?? '';

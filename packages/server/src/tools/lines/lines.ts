/** A text as its lines; `ended` when the last one has a line break too. `joinLines` gives the text again. */
export interface Lines {
  readonly lines: readonly string[];
  readonly ended: boolean;
}

/** Splits a text into its lines. An empty text has none. Pure. */
export function splitLines(text: string): Lines {
  if (text === '') return { lines: [], ended: true };
  const lines = text.split('\n');
  const ended = lines.at(-1) === '';
  return { lines: ended ? lines.slice(0, -1) : lines, ended };
}

export function joinLines({ lines, ended }: Lines): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}${ended ? '\n' : ''}`;
}

/** Lines with some of them replaced by others. Pure. */
export function spliceLines(
  lines: readonly string[],
  at: number,
  remove: number,
  added: readonly string[] = [],
): readonly string[] {
  return lines.slice(0, at).concat(added, lines.slice(at + remove));
}

/** Lines that a model gives for a place in a file: without the break at the end, and with `\n` between them. */
export function givenLines(text: string): readonly string[] {
  return text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n');
}

/** A line without the CR that it has in a file whose lines end in different ways. */
export function withoutCr(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** Lines as they stand beside one of the file: with a CR if that one has it. */
export function endedLike(lines: readonly string[], like: string | undefined): readonly string[] {
  return like?.endsWith('\r') ? lines.map((line) => `${withoutCr(line)}\r`) : lines;
}

/** "1 line", "2 lines". */
export function count(many: number, noun: string, nouns = `${noun}s`): string {
  return `${many} ${many === 1 ? noun : nouns}`;
}

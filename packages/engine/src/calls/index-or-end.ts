/** The next index of a character, or `to` when there is none before it. */
export function indexOrEnd(text: string, char: string, from: number, to: number): number {
  const at = text.indexOf(char, from);
  return at < 0 || at > to ? to : at;
}

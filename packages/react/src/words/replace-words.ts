/** Some words of a catalogue: single ones, groups, or single ones of a group. */
export type SomeWords<Catalogue> = {
  readonly [Key in keyof Catalogue]?: Catalogue[Key] extends
    | ((...args: never) => unknown)
    | readonly unknown[]
    ? Catalogue[Key]
    : Catalogue[Key] extends object
      ? SomeWords<Catalogue[Key]>
      : Catalogue[Key];
};

/** The catalogue with these words instead of its own. Groups are merged, all else is replaced. Pure. */
export function replaceWords<Catalogue extends object>(
  catalogue: Catalogue,
  some: SomeWords<Catalogue>,
): Catalogue {
  const all = Object.fromEntries<unknown>(Object.entries(catalogue));
  for (const [key, word] of Object.entries(some)) {
    const old = all[key];
    if (word !== undefined) all[key] = isGroup(old) && isGroup(word) ? replaceWords(old, word) : word;
  }
  return all as Catalogue;
}

const isGroup = (word: unknown): word is object =>
  typeof word === 'object' && word !== null && !Array.isArray(word);

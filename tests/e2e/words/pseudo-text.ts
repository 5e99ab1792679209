/** Letters that everybody can still read, and that no English word has. */
const ACCENTED = new Map(
  Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter, place) => [
    letter,
    Array.from('áƀçďéƒĝĥíĵķĺɱñóþɋřšťúṽŵẋýžÁƁÇĎÉƑĜĤÍĴĶĹṀÑÓÞɊŘŠŤÚṼŴẊÝŽ')[place] ?? letter,
  ]),
);
const LONGER = 1.4;

/** A text of the pseudo-locale: accented, 40 % longer, and between brackets that show where it begins and ends. Pure. */
export function pseudoText(text: string): string {
  const letters = Array.from(text, (letter) => ACCENTED.get(letter) ?? letter);
  const missing = Math.ceil(letters.length * (LONGER - 1));
  // Words grow where they stand, so that lines break as in a real language.
  const vowels = letters.flatMap((letter, place) => (/[áéíóúý]/i.test(letter) ? [place] : []));
  for (let grown = 0; grown < missing && vowels.length > 0; grown++) {
    const place = vowels[grown % vowels.length] ?? 0;
    letters[place] += letters[place]?.[0]?.toLowerCase() ?? '';
  }
  return `⟦${letters.join('')}⟧`;
}

/** A catalogue of the pseudo-locale, from an English one. Its numbers stay English. Pure. */
export function pseudoCatalogue<Catalogue extends object>(english: Catalogue): Catalogue {
  const words = Object.entries(english).map(([key, word]) => [key, key === 'locale' ? word : pseudo(word)]);
  return Object.fromEntries(words) as Catalogue;
}

function pseudo(word: unknown): unknown {
  if (typeof word === 'string') return word === '' ? word : pseudoText(word);
  if (typeof word === 'function') return (...given: unknown[]) => pseudo(word(...given));
  if (Array.isArray(word)) return word.map(pseudo);
  return typeof word === 'object' && word !== null ? pseudoCatalogue(word) : word;
}

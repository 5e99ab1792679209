/** How a catalogue differs from another in what it holds: words that are missing, empty or too many, and parameters that it does not say. Pure. */
export function wordDifferences(from: object, to: object, path = ''): string[] {
  const [all, others] = [new Map(Object.entries(from)), new Map(Object.entries(to))];
  const extra = [...others.keys()].filter((key) => !all.has(key));
  return [
    ...[...all].flatMap(([key, word]) => differ(word, others.get(key), path + key)),
    ...extra.map((key) => `${path}${key} is no word of the other`),
  ];
}

function differ(word: unknown, other: unknown, name: string): string[] {
  if (other === undefined) return [`${name} is missing`];
  if (typeof word !== typeof other || Array.isArray(word) !== Array.isArray(other))
    return [`${name} is something else`];
  if (typeof word === 'string') return other === '' && word !== '' ? [`${name} is empty`] : [];
  if (typeof word === 'function' && typeof other === 'function')
    return said(word as Word) === said(other as Word) ? [] : [`${name} says other parameters`];
  return typeof word === 'object' && word !== null ? wordDifferences(word, other as object, `${name}.`) : [];
}

/** The arguments that a word may get: numbers, which print as texts too; texts; lists. */
const GIVEN: readonly (readonly unknown[])[] = [
  [1201, 1202, 1203],
  ['1201', '1202', '1203'],
  [['1201'], '1202', '1203'],
];

type Word = (...given: readonly unknown[]) => unknown;

/** Which of the parameters a word says, whatever the language writes between their digits. */
function said(word: Word): string {
  for (const given of GIVEN) {
    try {
      const text: unknown = word(...given);
      if (typeof text !== 'string') continue;
      return [1, 2, 3]
        .filter((nth) => text.replace(/(?<=\d)[.,](?=\d)/g, '').includes(`120${nth}`))
        .join(' ');
    } catch {
      // It wants something else.
    }
  }
  return '';
}

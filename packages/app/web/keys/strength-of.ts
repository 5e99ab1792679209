/** As many characters as a passphrase needs. */
export const LEAST_CHARACTERS = 12;

/** How hard a passphrase is to guess, in steps that the page has words for. */
export type Strength = 'short' | 'weak' | 'fair' | 'strong';

const FEW_KINDS = 6;
const LONG = 20;
const MANY_WORDS = 4;

/** Tells how hard a passphrase is to guess, as far as its shape shows. Nothing but its length is required. Pure. */
export function strengthOf(passphrase: string, name = ''): Strength {
  const letters = [...passphrase];
  if (letters.length < LEAST_CHARACTERS) return 'short';
  const plain = passphrase.toLowerCase();
  const rest = name === '' ? plain : plain.replaceAll(name.toLowerCase(), '');
  const kinds = new Set(rest).size;
  if (kinds < FEW_KINDS || isRepeated(plain) || [...rest].length < LEAST_CHARACTERS / 2) return 'weak';
  const words = new Set(plain.split(/[\s\-_.]/).filter((word) => word.length > 2)).size;
  return letters.length >= LONG || words >= MANY_WORDS ? 'strong' : 'fair';
}

/** True if a text is one beginning, again and again. */
function isRepeated(text: string): boolean {
  return text.length > 1 && (text + text).indexOf(text, 1) < text.length;
}

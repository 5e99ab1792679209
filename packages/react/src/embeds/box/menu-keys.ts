/** Tells whether a key closes a menu. Tab does too: a menu is no stop on the way through the page. */
export function isClosing({ key }: { readonly key: string }): boolean {
  return key === 'Escape' || key === 'Tab';
}

/** The place to which a key goes in a menu, which has no ends; undefined for other keys. Pure. */
export function nextItem(key: string, here: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (here + 1) % count;
    case 'ArrowUp':
      return (Math.max(here, 0) - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/**
 * The next item whose name begins with the letters, from the one behind `here` on; a longer word may stay where it is. The
 * same letter again and again goes through all that begin with it. Undefined when there is none. Pure.
 */
export function typedItem(names: readonly string[], here: number, typed: string): number | undefined {
  const letters = [...typed.toLowerCase()];
  const isOne = letters.every((letter) => letter === letters[0]);
  const word = isOne ? (letters[0] ?? '') : letters.join('');
  const from = isOne ? here + 1 : Math.max(here, 0);
  const places = names.map((_, step) => (from + step) % names.length);
  return places.find((place) => names[place]?.toLowerCase().startsWith(word) === true);
}

/** Any run of characters. */
const STAR = Symbol('*');

/** A name with stars: characters, and places where any run may stand. */
export type NameGlob = readonly (string | typeof STAR)[];

/** A path with stars; `**` is any number of names. */
export type PathGlob = readonly (NameGlob | '**')[];

/** Reads one name of a glob: `*` is any run, a backslash takes the next character as it is. Pure. */
export function nameGlob(text: string): NameGlob {
  const glob: (string | typeof STAR)[] = [];
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '*') glob.push(STAR);
    else if (char === '\\' && i + 1 < text.length) glob.push(text.charAt(++i));
    else glob.push(char);
  }
  return glob;
}

/** Reads a glob of a shell as one that means no less: `?`, and all from the first `[` to the last `]`, is any run. Pure. */
export function shellGlob(text: string): NameGlob {
  const [from, to] = [text.indexOf('['), text.lastIndexOf(']')];
  const open = from >= 0 && to > from ? `${text.slice(0, from)}*${text.slice(to + 1)}` : text;
  return open.split('').map((char) => (char === '*' || char === '?' ? STAR : char));
}

/** Tells whether it begins with a star. */
export function beginsWithStar(glob: NameGlob): boolean {
  return glob[0] === STAR;
}

/** A name without stars. */
export function plainName(text: string): NameGlob {
  return text.split('');
}

/** Reads a glob: names between slashes, where `**` alone is any number of them. Pure. */
export function pathGlob(text: string): PathGlob {
  return text
    .split('/')
    .filter((name) => name !== '' && name !== '.')
    .map((name) => (name === '**' ? name : nameGlob(name)));
}

/** Writes a text so that a glob means just it. */
export function escapeGlob(text: string): string {
  return text.replace(/[*\\]/g, '\\$&');
}

/** Tells whether some name fits both. Steps: the product of the lengths. */
export function namesMeet(a: NameGlob, b: NameGlob): boolean {
  // Most names differ in their first character.
  if (a[0] !== b[0] && a[0] !== STAR && b[0] !== STAR) return false;
  // open[j]: the part of `a` read so far and the first j of `b` can be one name.
  let open = spread([true], b);
  for (const x of a) {
    const next: boolean[] = [];
    for (let j = 0; j <= b.length; j++) {
      const fits = j > 0 && open[j - 1] === true && (x === STAR || b[j - 1] === STAR || x === b[j - 1]);
      const stays = open[j] === true && (x === STAR || b[j - 1] === STAR);
      const along = x === STAR && j > 0 && next[j - 1] === true;
      next.push(fits || stays || along);
    }
    open = spread(next, b);
    if (!open.includes(true)) return false;
  }
  return open[b.length] === true;
}

/** A star may stand for nothing. */
function spread(open: boolean[], b: NameGlob): boolean[] {
  for (let j = 1; j <= b.length; j++)
    open[j] = open[j] === true || (open[j - 1] === true && b[j - 1] === STAR);
  return open;
}

/** Tells whether a glob means this path. Steps: the product of the lengths. */
export function pathMatches(glob: PathGlob, path: readonly string[]): boolean {
  let open: boolean[] = [true];
  for (let j = 1; j <= glob.length; j++) open[j] = open[j - 1] === true && glob[j - 1] === '**';
  for (const name of path) {
    const plain = plainName(name);
    const next: boolean[] = [false];
    for (let j = 1; j <= glob.length; j++) {
      const each = glob[j - 1];
      if (each === undefined || each === '**') next[j] = open[j] === true || next[j - 1] === true;
      else next[j] = open[j - 1] === true && namesMeet(plain, each);
    }
    open = next;
  }
  return open[glob.length] === true;
}

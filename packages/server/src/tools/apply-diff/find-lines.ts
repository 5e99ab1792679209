import { LineIds } from '../lines/line-ids.ts';
import { spliceLines, withoutCr } from '../lines/lines.ts';
import type { WorkBudget } from '../lines/work-budget.ts';

/** The position of lines, and how well they fit: `exact`, or `loose` with other white space and quotes. */
export interface FoundLines {
  readonly at: number;
  readonly fit: 'exact' | 'loose';
}

const REACH = 40;

interface Form {
  readonly fit: FoundLines['fit'];
  readonly ids: LineIds;
  /** The lines by their numbers; undefined until somebody looks for this form. */
  numbers: readonly number[] | undefined;
}

/** Lines of a file in which others are looked for, and put in their place. */
export class SearchedLines {
  lines: readonly string[];
  private readonly work: WorkBudget;
  private readonly forms: readonly Form[] = [
    { fit: 'exact', ids: new LineIds(withoutCr), numbers: undefined },
    { fit: 'loose', ids: new LineIds(looseLine), numbers: undefined },
  ];

  constructor(lines: readonly string[], work: WorkBudget) {
    this.lines = lines;
    this.work = work;
  }

  /**
   * Finds lines: at the line that is said, then ever further away from it, 40 lines at most; first as they are, then with other
   * white space and quotes. Further away, and where no line is said, they must stand in one place only; several places are given
   * back where none is said. Undefined
   * when that would be too much work. Linear in the file and in what is looked for.
   */
  find(search: readonly string[], near: number | undefined): FoundLines | readonly number[] | undefined {
    const found = this.findWithin(search, near);
    if (near === undefined || found === undefined || 'fit' in found) return found;
    // Models count badly: lines that stand in one place alone are meant, wherever that is.
    const anywhere = this.findWithin(search, undefined);
    return anywhere === undefined || 'fit' in anywhere ? anywhere : [];
  }

  private findWithin(
    search: readonly string[],
    near: number | undefined,
  ): FoundLines | readonly number[] | undefined {
    const from = near === undefined ? 0 : Math.max(0, near - REACH);
    const to = near === undefined ? this.lines.length : near + search.length + REACH;
    for (const form of this.forms) {
      const places = this.placesOf(form, search, from, to);
      if (places === undefined) return undefined;
      const [at] = near === undefined ? places : nearest(places, near);
      if (at === undefined) continue;
      if (near === undefined && places.length > 1) return places;
      return { at, fit: form.fit };
    }
    return [];
  }

  /** Replaces lines with others. False when that would be too much work. */
  replace(at: number, remove: number, added: readonly string[]): boolean {
    if (!this.work.spend(this.lines.length + added.length)) return false;
    this.lines = spliceLines(this.lines, at, remove, added);
    for (const form of this.forms)
      if (form.numbers !== undefined) {
        const numbers = added.map((line) => form.ids.of(line));
        form.numbers = form.numbers.slice(0, at).concat(numbers, form.numbers.slice(at + remove));
      }
    return true;
  }

  private placesOf(
    form: Form,
    search: readonly string[],
    from: number,
    to: number,
  ): readonly number[] | undefined {
    if (form.numbers === undefined) {
      if (!this.work.spend(this.lines.length)) return undefined;
      form.numbers = this.lines.map((line) => form.ids.of(line));
    }
    if (!this.work.spend(search.length)) return undefined;
    const wanted = search.map((line) => form.ids.find(line));
    // A line that the file does not have is not found, and most that are not there have one.
    if (wanted.includes(-1)) return [];
    const end = Math.min(to, form.numbers.length);
    if (!this.work.spend(Math.max(0, end - from))) return undefined;
    return placesIn(form.numbers, wanted, from, end);
  }
}

/** The indexes of a row of numbers in another, between two indexes. Knuth, Morris and Pratt: each number is looked at once or twice. */
function placesIn(
  numbers: readonly number[],
  wanted: readonly number[],
  from: number,
  end: number,
): readonly number[] {
  const borders = bordersOf(wanted);
  const places: number[] = [];
  let same = 0;
  for (let at = from; at < end; at++) {
    while (same > 0 && (same === wanted.length || wanted[same] !== numbers[at]))
      same = borders[same - 1] ?? 0;
    if (wanted[same] === numbers[at]) same += 1;
    if (same === wanted.length) places.push(at - same + 1);
  }
  return places;
}

/** For each beginning of a row how much of it is an end of it too. */
function bordersOf(row: readonly number[]): Int32Array {
  const borders = new Int32Array(row.length);
  for (let at = 1, same = 0; at < row.length; at++) {
    while (same > 0 && row[same] !== row[at]) same = borders[same - 1] ?? 0;
    if (row[same] === row[at]) same += 1;
    borders[at] = same;
  }
  return borders;
}

function nearest(places: readonly number[], near: number): readonly number[] {
  const away = (at: number): number => Math.abs(at - near);
  return [...places].sort((a, b) => away(a) - away(b) || a - b);
}

/** A line as models tend to write it down from memory. */
function looseLine(line: string): string {
  const bare = line.trim();
  // Most lines are plain, and a large file has many of them.
  if (!/[^\x20-\x7e]| {2}/.test(bare)) return bare;
  return bare
    .replace(/\s+/g, ' ')
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[“”„‟]/g, '"')
    .replace(/[–—]/g, '-')
    .replaceAll('…', '...');
}

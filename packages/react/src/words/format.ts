/** The forms of a word by number, by the names that `Intl.PluralRules` gives them. */
export type PluralForms = Readonly<
  { other: string } & Partial<Record<'zero' | 'one' | 'two' | 'few' | 'many', string>>
>;

/** How a language writes numbers, dates and lists. */
export interface Format {
  /** "5,001", "5.001". */
  readonly number: (value: number, decimals?: number) => string;
  /** The part of a whole: "82%", "82 %". */
  readonly percent: (part: number) => string;
  /** The form that goes with this number. */
  readonly plural: (count: number, forms: PluralForms) => string;
  /** The number with its form: "1 row", "5,001 rows". */
  readonly count: (count: number, forms: PluralForms) => string;
  /** "a, b, and c". */
  readonly list: (items: readonly string[]) => string;
  /** "Nov 15, 2026". */
  readonly date: (at: number) => string;
  /** "2 minutes ago"; "in 2 minutes" for -2. */
  readonly ago: (count: number, unit: 'minute' | 'hour' | 'day') => string;
  /** "9.5 MB". */
  readonly megabytes: (bytes: number) => string;
  /** "512 B", "9 KB", "9.5 MB". */
  readonly bytes: (bytes: number) => string;
}

const MEGABYTE = 1024 * 1024;

/** The format of a locale, by the platform's `Intl`. What is not asked for is not made. Pure. */
export function formatOf(locale: string): Format {
  const whole = later(() => new Intl.NumberFormat(locale));
  const rules = later(() => new Intl.PluralRules(locale));
  const parts = later(() => new Intl.NumberFormat(locale, { style: 'percent' }));
  const lists = later(() => new Intl.ListFormat(locale));
  const dates = later(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));
  const times = later(() => new Intl.RelativeTimeFormat(locale));
  const number: Format['number'] = (value, decimals) =>
    decimals === undefined
      ? whole().format(value)
      : new Intl.NumberFormat(locale, {
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals,
        }).format(value);
  const plural: Format['plural'] = (count, forms) => forms[rules().select(count)] ?? forms.other;
  const megabytes: Format['megabytes'] = (bytes) => {
    const size = bytes / MEGABYTE;
    return `${number(Number(size.toFixed(size < 10 ? 1 : 0)))} MB`;
  };
  return {
    number,
    percent: (part) => parts().format(part),
    plural,
    count: (count, forms) => `${number(count)} ${plural(count, forms)}`,
    list: (items) => lists().format(items),
    date: (at) => dates().format(at),
    ago: (count, unit) => times().format(-count, unit),
    megabytes,
    bytes(bytes) {
      if (bytes >= MEGABYTE / 10) return megabytes(bytes);
      return bytes < 1024 ? `${number(bytes)} B` : `${number(Math.round(bytes / 1024))} KB`;
    },
  };
}

function later<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

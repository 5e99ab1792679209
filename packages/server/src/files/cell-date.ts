// A workbook keeps a date as the number of days since its first one; only the format of a cell tells that it is one.

const DAY_MS = 86_400_000;
/** The day 0 of most workbooks. They take 1900 for a leap year, so days are right from March 1900 on. */
const FIRST = Date.UTC(1899, 11, 30);
const FIRST_1904 = Date.UTC(1904, 0, 1);

/** Tells whether a number in this format is shown as a date or a time. Pure. */
export function isDateFormat(id: number, code = ''): boolean {
  if ((id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47)) return true;
  const bare = withoutWords(code);
  return /[ymdhs]/i.test(bare) && !/general/i.test(bare);
}

/** The date of a number, as `2026-10-01` or `2026-10-01 14:30:00`; of one below 1 the time. Pure. */
export function dateOf(days: number, isFrom1904: boolean): string {
  const ms = Math.round((days * DAY_MS) / 1000) * 1000;
  const date = new Date((isFrom1904 ? FIRST_1904 : FIRST) + ms);
  if (Number.isNaN(date.getTime())) return String(days);
  const [day = '', time = ''] = date.toISOString().split(/[T.]/);
  if (days >= 0 && days < 1) return time;
  return ms % DAY_MS === 0 ? day : `${day} ${time}`;
}

/** A format without words in quotes, single signs, colours and places: none of them is a part of a date. */
function withoutWords(code: string): string {
  let bare = '';
  for (let at = 0; at < code.length; at += 1) {
    const sign = code[at] ?? '';
    const end = sign === '"' ? code.indexOf('"', at + 1) : sign === '[' ? code.indexOf(']', at) : at;
    if (sign === '\\') at += 1;
    else if (end === at) bare += sign;
    else {
      const inner = end < 0 ? '' : code.slice(at + 1, end);
      // Hours, minutes and seconds that go on counting.
      if (sign === '[' && /^[hms]{1,9}$/i.test(inner)) bare += inner;
      at = end < 0 ? code.length : end;
    }
  }
  return bare;
}

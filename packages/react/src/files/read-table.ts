/** The rows of a text of CSV or TSV (RFC 4180). A quote that is never closed goes on to the end. Linear. Pure. */
export function readTable(text: string, separator: ',' | '\t' | ';'): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = text.startsWith('\ufeff') ? 1 : 0;
  const endRow = (): void => {
    rows.push(row);
    row = [];
  };
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        const end = text.indexOf('"', at);
        cell += text.slice(at, end < 0 ? text.length : end);
        at = end < 0 ? text.length : end + 1;
        if (text[at] !== '"' || end < 0) break;
        cell += '"';
        at += 1;
      }
    }
    const from = at;
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1;
    row.push(cell + text.slice(from, at));
    if (text[at] === separator) {
      at += 1;
      if (at === text.length || text[at] === '\n' || text[at] === '\r') row.push('');
      else continue;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    at += 1;
    endRow();
  }
  return rows;
}

/** The sign between the cells of a table: that of its first line. Pure. */
export function separatorOf(text: string, type: string): ',' | '\t' | ';' {
  if (type === 'text/tab-separated-values') return '\t';
  const first = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const many = (sign: string): number => first.split(sign).length;
  return many(';') > many(',') ? ';' : ',';
}

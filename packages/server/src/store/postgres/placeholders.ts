const PARTS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?/g;

/** The `?` of a statement as Postgres wants them: `$1`, `$2`, … Those in quotes and comments stay. Pure. */
export function numberPlaceholders(sql: string): string {
  let count = 0;
  return sql.replace(PARTS, (part) => {
    if (part !== '?') return part;
    count += 1;
    return `$${count}`;
  });
}

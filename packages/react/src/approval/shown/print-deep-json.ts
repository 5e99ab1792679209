/** A value of JSON on one line, however deep it is: `JSON.stringify` has no stack for some thousand levels. Pure. */
export function printDeepJson(value: unknown): string {
  const parts: string[] = [];
  // The parts still to be printed, the next one last; texts are printed as they are.
  const todo: (string | { readonly value: unknown })[] = [{ value }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (typeof next === 'string') parts.push(next);
    else for (const piece of piecesOf(next.value).reverse()) todo.push(piece);
  }
  return parts.join('');
}

function piecesOf(value: unknown): (string | { readonly value: unknown })[] {
  if (typeof value !== 'object' || value === null) return [JSON.stringify(value) ?? 'null'];
  if (Array.isArray(value)) {
    const items = value.flatMap((item: unknown, i) => [i === 0 ? '' : ',', { value: item }]);
    return ['[', ...items, ']'];
  }
  const members = Object.entries(value).flatMap(([key, member], i) => [
    `${i === 0 ? '' : ','}${JSON.stringify(key)}:`,
    { value: member },
  ]);
  return ['{', ...members, '}'];
}

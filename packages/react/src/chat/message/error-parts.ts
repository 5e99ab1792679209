/** Splits an error into a title (who and what) and the rest: the details and what to do. Pure. */
export function errorParts(message: string): { readonly title: string; readonly body: string } {
  const [, title = message, rest = ''] = /^(.{3,100}?)(?::|\.)\s+(\S.*)$/s.exec(message.trim()) ?? [];
  return { title: title.replace(/\.$/, ''), body: rest };
}

/** What went wrong as a title, who and what, and the rest: what was said about it and what to do. Pure. */
export function errorParts(message: string): { readonly title: string; readonly body: string } {
  const [, title = message, rest = ''] = /^(.{3,100}?)(?::|\.)\s+(\S.*)$/s.exec(message.trim()) ?? [];
  return { title: title.replace(/\.$/, ''), body: rest };
}

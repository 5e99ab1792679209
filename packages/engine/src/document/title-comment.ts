export type TitleComment =
  | { readonly title: string }
  /** A comment that means to be a title and is none. */
  | { readonly problem: string };

/** A longer comment is no title. It may be a page that grows, and is not looked into. */
const LIMIT = 1000;
const COMMENT = /^<!--([\s\S]*)-->$/;
const BEGINNING = /^<!--[ \t]*(?:t|ti|tit|titl|title(?::.{0,400})?)?$/;
const TITLE = /^title:\s*"([^"]*)"$/;

/** Reads `<!-- title: "…" -->`, alone on its line; undefined for anything else. Pure. */
export function readTitleComment(line: string): TitleComment | undefined {
  if (line.length > LIMIT) return undefined;
  const [, inside] = COMMENT.exec(line.trim()) ?? [];
  const said = inside?.trim();
  if (said === undefined || !/^\w+:/.test(said)) return undefined;
  const title = TITLE.exec(said)?.[1]?.trim();
  if (title !== undefined && title !== '') return { title };
  return { problem: 'Only a title in quotes may stand in the comment, such as <!-- title: "Report" -->.' };
}

/** Tells whether a line that is not whole may become a title comment. Pure. */
export function beginsTitleComment(line: string): boolean {
  return line.length <= LIMIT && BEGINNING.test(line.trimStart());
}

import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml';

/** The value of a key: a text, a list of texts, or something else. */
export interface Field {
  readonly line: number;
  readonly value: string | readonly string[] | undefined;
}

export type FrontMatter =
  | { readonly fields: ReadonlyMap<string, Field>; readonly body: string }
  | { readonly fields?: undefined; readonly problem: string };

const FENCE = /^---[ \t]*$/;
const MAX_LENGTH = 8_000;

/**
 * Reads a file that begins with YAML between two lines `---`. Every plain value is a text; so is a lone `*`, which YAML
 * takes for half an alias. Aliases are not followed. Pure. Never throws.
 */
export function readFrontMatter(file: string): FrontMatter {
  const lines = file.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (!FENCE.test(lines[0] ?? '')) return { problem: 'Line 1: begin with a line "---", then the keys.' };
  const end = lines.findIndex((line, i) => i > 0 && FENCE.test(line));
  if (end < 0) return { problem: 'Line 1: end the keys with a second line "---".' };
  // An empty line for the first one, so that lines have the numbers of the file.
  const head = ['', ...lines.slice(1, end)].join('\n');
  if (head.length > MAX_LENGTH)
    return { problem: `Line ${end + 1}: the keys may take ${MAX_LENGTH} characters at most.` };
  const fields = readFields(head);
  if (typeof fields === 'string') return { problem: fields };
  const body = lines.slice(end + 1).join('\n');
  return { fields, body: body.trim() };
}

/** The fields, or what is wrong. */
function readFields(head: string): ReadonlyMap<string, Field> | string {
  const counter = new LineCounter();
  const { contents, errors } = parseDocument(head, {
    schema: 'failsafe',
    lineCounter: counter,
    prettyErrors: false,
  });
  const lineAt = (offset = 0): number => counter.linePos(offset).line;
  const error = errors.find(({ code }) => code !== 'BAD_ALIAS');
  if (error !== undefined)
    return `Line ${lineAt(error.pos[0])}: this is not valid YAML (${error.message}). Try quotes around the value.`;
  if (contents === null) return new Map();
  if (!isMap(contents)) return 'Line 2: write a key and its value in each line, such as "name: Reviewer".';
  return fieldsOf(contents, lineAt);
}

function fieldsOf(map: YAMLMap, lineAt: (offset?: number) => number): ReadonlyMap<string, Field> {
  return new Map(
    map.items.map(({ key, value }) => {
      // A parsed pair holds nodes.
      const [name, node] = [key as Node, value as Node | null];
      const values = isSeq(node) ? node.items.map(textOf) : textOf(node);
      const whole = typeof values === 'object' ? values.filter((each) => each !== undefined) : values;
      const isText = typeof values !== 'object' || whole?.length === values.length;
      return [textOf(name) ?? '', { line: lineAt(name.range?.[0]), value: isText ? whole : undefined }];
    }),
  );
}

function textOf(node: unknown): string | undefined {
  if (isAlias(node)) return node.source === '' ? '*' : undefined;
  return isScalar(node) && typeof node.value === 'string' ? node.value : undefined;
}

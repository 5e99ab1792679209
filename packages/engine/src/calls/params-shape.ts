type Params = Readonly<Record<string, string>>;
type WithLast = (params: Params, value: string) => Params;

/** The names of a call's parameters so far, in their order. */
export interface ParamsShape {
  /** The parameters with a value for the last name. */
  readonly withLast: WithLast | null;
  readonly next: Map<string, ParamsShape>;
}

// A growing call gets new parameters with each chunk. V8 makes an object from a literal ten times as fast as by copying
// one and setting a name, so the calls that stream most have their literals here.
const LITERALS: Readonly<Record<string, WithLast>> = {
  path: (_, path) => ({ path }),
  'path content': ({ path = '' }, content) => ({ path, content }),
  'path diff': ({ path = '' }, diff) => ({ path, diff }),
  'path search': ({ path = '' }, search) => ({ path, search }),
  'path search replace': ({ path = '', search = '' }, replace) => ({ path, search, replace }),
  'path line': ({ path = '' }, line) => ({ path, line }),
  'path line content': ({ path = '', line = '' }, content) => ({ path, line, content }),
  'path start_line': ({ path = '' }, start_line) => ({ path, start_line }),
  'path start_line end_line': ({ path = '', start_line = '' }, end_line) => ({ path, start_line, end_line }),
  'path regex': ({ path = '' }, regex) => ({ path, regex }),
  'path recursive': ({ path = '' }, recursive) => ({ path, recursive }),
  args: (_, args) => ({ args }),
  command: (_, command) => ({ command }),
  'command cwd': ({ command = '' }, cwd) => ({ command, cwd }),
  query: (_, query) => ({ query }),
  question: (_, question) => ({ question }),
  'question follow_up': ({ question = '' }, follow_up) => ({ question, follow_up }),
  result: (_, result) => ({ result }),
  todos: (_, todos) => ({ todos }),
};

/** No parameters yet. */
export const EMPTY_SHAPE: ParamsShape = createShape('');

/** The parameters with a value for one name. An earlier object is never changed. */
export function withParam(params: Params, shape: ParamsShape | null, name: string, value: string): Params {
  const withLast = shape?.withLast;
  if (withLast) return withLast(params, value);
  const copy: Record<string, string> = { ...params };
  copy[name] = value;
  return copy;
}

function createShape(names: string): ParamsShape {
  const longer = Object.keys(LITERALS).filter((other) => other.startsWith(names === '' ? '' : `${names} `));
  const next = longer.filter(
    (other) => other.split(' ').length === names.split(' ').filter(Boolean).length + 1,
  );
  return {
    withLast: LITERALS[names] ?? null,
    next: new Map(next.map((other) => [other.split(' ').at(-1) ?? '', createShape(other)])),
  };
}

/** The question and the findings of one request of a skill; without `found` it is still at work. */
export interface SkillAnswer {
  readonly asked: string;
  readonly error: string | undefined;
  readonly found:
    | readonly { readonly id: string; readonly title: string; readonly url: string }[]
    | undefined;
}

export type ReadCall =
  | {
      readonly type: 'skill';
      readonly app: string;
      readonly skill: string;
      readonly answers: readonly SkillAnswer[];
    }
  | { readonly type: 'focus'; readonly app: string; readonly focus: string; readonly active: boolean }
  | { readonly type: 'memories'; readonly names: readonly string[] };

/** The facts in the JSON of a call for a person; undefined when it is not about pages, a focus or memories. Pure. Never throws. */
export function readCall(json: string): ReadCall | undefined {
  const { app, skill, focus, change, requests, requested } = fields(parse(json));
  if (typeof app === 'string' && typeof skill === 'string') {
    const answers = list(requests).map(readAnswer);
    return answers.length === 0 || answers.includes(undefined)
      ? undefined
      : { type: 'skill', app, skill, answers: answers.filter((answer) => answer !== undefined) };
  }
  if (typeof app === 'string' && typeof focus === 'string')
    return { type: 'focus', app, focus, active: change === 'activated' };
  const names = list(requested).flatMap((each) => {
    const { app: of, settings_and_memories } = fields(each);
    return list(settings_and_memories).map((name) => `${text(of)}: ${text(name)}`);
  });
  return names.length === 0 ? undefined : { type: 'memories', names };
}

function readAnswer(request: unknown): SkillAnswer | undefined {
  const { query, url, error, output } = fields(request);
  const asked = text(query) || text(url);
  const found = Array.isArray(output) ? output.map(fields) : undefined;
  const isOfPages = found?.every((page) => typeof page['url'] === 'string') ?? output === undefined;
  if (asked === '' || !isOfPages) return undefined;
  return {
    asked,
    error: typeof error === 'string' ? error : undefined,
    found: found?.map((page, place) => ({
      id: String(place),
      title: text(page['title']),
      url: text(page['url']),
    })),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function fields(value: unknown): Fields {
  // A value that is no object has no fields.
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

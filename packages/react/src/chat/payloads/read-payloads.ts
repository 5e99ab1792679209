import type {
  EarlierWords,
  PresentationCategories,
  SchemaProposal,
  StreamSuggestions,
  SuggestedAction,
  SuggestedValue,
  ToolHistoryEntry,
} from '@millrace/engine/run';
import { fields, flag, list, type Read, text } from './read-fields.ts';

const field = fields({ name: text, type: text }, { description: text, required: flag });
const table = fields({ name: text, fields: list(field) }, { description: text });
export const readSchemaProposal: Read<SchemaProposal> = fields({ tables: list(table) }, { summary: text });

/** Only addresses of the web: others could run something. */
const address: Read<string> = (data) =>
  typeof data === 'string' && /^https?:\/\/\S+$/i.test(data) ? data : undefined;
const article = fields({ title: text }, { url: address, summary: text });
const category = fields({ name: text, articles: list(article) }, { description: text });
export const readPresentationCategories: Read<PresentationCategories> = fields(
  { categories: list(category) },
  {},
);

const suggestion = fields({ name: text, reason: text }, { query: text });
export const readStreamSuggestions: Read<StreamSuggestions> = fields({ suggestions: list(suggestion) }, {});

const anything: Read<unknown> = (data) => data ?? undefined;

export const readSuggestedValues: Read<readonly SuggestedValue[]> = list(
  fields({ label: text, value: text }, { mode: text }),
);

function oneOf<Name extends string>(...names: readonly Name[]): Read<Name> {
  return (data) => names.find((name) => name === data);
}
export const readEarlierWords: Read<readonly EarlierWords[]> = list(
  fields({ cause: oneOf('restart', 'condensed'), text }, {}),
);
export const readSuggestedActions: Read<readonly SuggestedAction[]> = list(
  fields(
    { label: text, action: text, handler: oneOf('client', 'server') },
    { data: anything, style: oneOf('primary', 'secondary', 'warning') },
  ),
);

const isTrue: Read<true> = (data) => data === true || undefined;
const entry = fields(
  { tool_name: text },
  { tool_use_id: text, input: anything, output: anything, is_error: isTrue },
);

/** A history, also from a server that gives its calls no ids. */
export const readToolHistory: Read<readonly ToolHistoryEntry[]> = (data) =>
  list(entry)(data)?.map((each, place) => ({
    input: undefined,
    output: undefined,
    tool_use_id: String(place),
    ...each,
  }));

import * as z from 'zod';

const MOST = 8;
const LONGEST = 2000;

export interface Suggestion {
  readonly answer: string;
  readonly mode?: string | undefined;
}

/** A suggestion as a native call has it. */
export const suggestion = z.object({
  answer: z.string().describe('The message that is sent when the person chooses it'),
  mode: z.string().optional().describe('The mode to switch to'),
});

export type Suggestions = { readonly suggestions: readonly Suggestion[] } | { readonly problem: string };

/**
 * Reads the answers that a question suggests: a list, a list as JSON, or `<suggest mode="code">…</suggest>` one after the
 * other. Pure. Never throws.
 */
export function suggestionsOf(
  given: readonly Suggestion[] | string | undefined,
  modes: readonly string[],
): Suggestions {
  const read = typeof given === 'string' ? parse(given) : { suggestions: given ?? [] };
  if ('problem' in read) return read;
  const suggestions = read.suggestions.map(({ answer, mode }) => ({
    answer: answer.trim(),
    ...(mode !== undefined && mode.trim() !== '' && { mode: mode.trim() }),
  }));
  const problem = problemOf(suggestions, modes);
  return problem === undefined ? { suggestions } : { problem };
}

function problemOf(suggestions: readonly Suggestion[], modes: readonly string[]): string | undefined {
  if (suggestions.length > MOST) return `Suggest ${MOST} answers at most.`;
  if (suggestions.some(({ answer }) => answer === '' || answer.length > LONGEST))
    return `An answer has 1 to ${LONGEST} characters.`;
  const unknown = suggestions.find(({ mode }) => mode !== undefined && !modes.includes(mode))?.mode;
  return unknown === undefined
    ? undefined
    : `There is no mode ${JSON.stringify(unknown)}. Available modes: ${modes.join(', ')}.`;
}

const OPEN = /<suggest(?:\s+mode\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'))?\s*>/g;
const CLOSE = '</suggest>';

function parse(text: string): Suggestions {
  if (text.trimStart().startsWith('[')) return parseJson(text);
  const suggestions: Suggestion[] = [];
  let rest = '';
  let at = 0;
  // Not one expression for an answer and its end: where there is no end it would look for one from each beginning.
  for (const { 0: open, 1: double, 2: single, index } of text.matchAll(OPEN)) {
    if (index < at) continue;
    const from = index + open.length;
    const end = text.indexOf(CLOSE, from);
    if (end < 0) break;
    suggestions.push({ answer: text.slice(from, end), mode: double ?? single });
    rest += text.slice(at, index);
    at = end + CLOSE.length;
  }
  rest += text.slice(at);
  return rest.trim() === ''
    ? { suggestions }
    : {
        problem: `Write each answer as <suggest>…</suggest>, not ${JSON.stringify(rest.trim().slice(0, 40))}.`,
      };
}

function parseJson(text: string): Suggestions {
  try {
    const read = z.array(suggestion).safeParse(JSON.parse(text));
    if (read.success) return { suggestions: read.data };
  } catch {
    // Told below.
  }
  return { problem: 'Write a JSON list of answers like this: [{"answer": "Yes"}, {"answer": "No"}].' };
}

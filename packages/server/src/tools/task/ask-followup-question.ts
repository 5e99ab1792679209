import * as z from 'zod';
import { defineTool } from '../define/define-tool.ts';
import { firstLine } from '../define/first-line.ts';
import type { Tool } from '../define/tool.ts';
import type { Mode } from '../modes/mode.ts';
import { type Suggestion, suggestion, suggestionsOf } from './follow-up-suggestions.ts';

/**
 * Lets the model ask the person and wait: it ends the run, and the person's next message is the answer. The question of a
 * sub-agent is its result.
 */
export function askFollowupQuestionTool(modes: readonly Mode[]): Tool {
  const slugs = modes.map(({ slug }) => slug);
  const input = z
    .object({
      question: z.string().trim().min(1).describe('The question, clear and complete, in Markdown'),
      follow_up: z
        .union([z.array(suggestion), z.string()])
        .optional()
        .describe(
          'Suggested answers: [{"answer": "Yes", "mode": "code"}]. In a text call: <suggest>Yes</suggest><suggest mode="code">Go on</suggest>. An answer with a mode also switches the chat to that mode',
        ),
    })
    .superRefine(({ follow_up }, ctx) => {
      const read = suggestionsOf(follow_up, slugs);
      if ('problem' in read) ctx.addIssue({ code: 'custom', path: ['follow_up'], message: read.problem });
    });
  return defineTool({
    name: 'ask_followup_question',
    description: `Asks the person a question and waits for the answer. Use it for things that you need to know and can't find out yourself. Suggest 2 to 4
complete answers. Modes that an answer can switch to: ${slugs.join(', ')}.`,
    input,
    effect: 'read',
    ends: true,
    speaks: 'question',
    title: ({ question }) => firstLine(question),
    async run({ question, follow_up }) {
      const read = suggestionsOf(follow_up, slugs);
      const suggestions = 'problem' in read ? [] : read.suggestions;
      return {
        content: told(question, suggestions),
        ...(suggestions.length > 0 && { suggested_values: suggestions.map(chipOf) }),
      };
    },
  });
}

/** The result that a model reads: its own question, or that of a sub-agent. */
function told(question: string, suggestions: readonly Suggestion[]): string {
  const answers = suggestions.map(
    ({ answer, mode }) => `- ${answer}${mode === undefined ? '' : ` (in ${mode} mode)`}`,
  );
  return [
    `This was asked:\n\n${question}`,
    ...(answers.length > 0 ? [`Suggested answers:\n${answers.join('\n')}`] : []),
    'Work continues when it is answered.',
  ].join('\n\n');
}

function chipOf({ answer, mode }: Suggestion) {
  return { label: firstLine(answer), value: answer, ...(mode !== undefined && { mode }) };
}

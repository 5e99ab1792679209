import * as z from 'zod';
import type { Action } from '../define/define-action.ts';
import { defineTool } from '../define/define-tool.ts';
import type { Tool } from '../define/tool.ts';

const SEEN = 'The person sees these suggestions.';
const label = z.string().trim().min(1).max(80).describe('The text on the button');

const suggestedValue = z.object({
  label,
  value: z.string().min(1).max(2000).describe('The message that is sent when the person chooses it'),
});

/** Lets the model offer answers that a person sends with one click. */
export function suggestValuesTool(): Tool {
  return defineTool({
    name: 'suggest_values',
    description: 'Shows suggested answers below your message. Call it last, with short labels.',
    input: z.object({ values: z.array(suggestedValue).min(1).max(8) }),
    effect: 'read',
    offers: true,
    run: async ({ values }) => ({ content: SEEN, suggested_values: values }),
  });
}

const suggestedAction = z.object({
  label,
  action: z.string().min(1).max(200).describe('The name of the action'),
  handler: z
    .enum(['client', 'server'])
    .describe('Where the action runs: on the page (client) or on the server'),
  data: z.unknown().optional().describe('The input of the action'),
  style: z.enum(['primary', 'secondary', 'warning']).optional(),
});

/**
 * Lets the model offer buttons. With `actions`, those that the server can do, it knows their names and can offer no other
 * one of the server.
 */
export function suggestActionsTool(actions?: readonly Action[]): Tool {
  const names = actions?.map(({ name }) => name);
  const known = names === undefined ? '' : ` Actions of the server: ${names.join(', ') || 'none'}.`;
  const action = suggestedAction.refine(
    ({ handler, action }) => handler === 'client' || names === undefined || names.includes(action),
    { path: ['action'], error: `The server has no such action.${known}` },
  );
  return defineTool({
    name: 'suggest_actions',
    description: `Shows action buttons below your message. Call it last.${known}`,
    input: z.object({ actions: z.array(action).min(1).max(6) }),
    effect: 'read',
    offers: true,
    run: async ({ actions }) => ({
      content: SEEN,
      suggested_actions: actions.map(({ data, style, ...rest }) => ({
        ...rest,
        ...(data !== undefined && { data }),
        ...(style !== undefined && { style }),
      })),
    }),
  });
}

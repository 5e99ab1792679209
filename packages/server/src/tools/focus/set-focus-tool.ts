import type { CallEmbed } from '@millrace/engine/run';
import * as z from 'zod';
import { defineTool } from '../define/define-tool.ts';
import type { Tool } from '../define/tool.ts';
import type { Focus } from './focus.ts';

/**
 * Lets the model begin or end a focus. A person is asked before one begins. As long as it is active its instructions are
 * told beside those of the mode; which ones are active is what the calls of the chat add up to.
 */
export function setFocusTool(focuses: readonly Focus[]): Tool {
  const find = (slug: string): Focus | undefined => focuses.find((focus) => focus.slug === slug);
  const slugs = focuses.map(({ slug }) => slug);
  const list = focuses
    .map(({ slug, app, name, description }) => `- ${slug} (${app}, ${name}): ${description}`)
    .join('\n');
  return defineTool({
    name: 'set_focus',
    description: `Turns a focus on or off. A focus is a set of instructions for one kind of conversation. Turn one on when the person needs it, and off when they are done with it. Available focuses:\n${list}`,
    input: z.object({
      focus: z
        .enum(slugs, { error: `There is no such focus. Available focuses: ${slugs.join(', ')}.` })
        .describe('The name of the focus: the first word of its line'),
      change: z.enum(['activated', 'deactivated']),
    }),
    effect: 'read',
    approval: ({ change }) => (change === 'activated' ? 'ask' : 'allow'),
    title: ({ focus, change }) =>
      `${change === 'activated' ? 'Begin' : 'End'} the focus ${find(focus)?.name ?? focus}`,
    instructions: (embeds) =>
      activeFocuses(embeds, focuses)
        .map(({ app, name, instructions }) => `The focus ${name} of ${app} is active:\n\n${instructions}`)
        .join('\n\n'),
    async run({ focus, change }) {
      const { app = '', name = focus } = find(focus) ?? {};
      const content =
        change === 'activated' ? `${name} is active now. Follow its instructions.` : `${name} is over.`;
      return { content, embed: { app, focus: name, change } };
    },
  });
}

/** The active focuses after these changes, the oldest first. Pure. */
function activeFocuses(embeds: readonly CallEmbed[], focuses: readonly Focus[]): readonly Focus[] {
  const active = new Set<Focus>();
  for (const { app, focus: name, change } of embeds) {
    const focus = focuses.find((each) => each.app === app && each.name === name);
    if (focus === undefined) continue;
    if (change === 'activated') active.add(focus);
    else active.delete(focus);
  }
  return [...active];
}

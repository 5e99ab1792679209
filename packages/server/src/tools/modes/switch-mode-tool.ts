import * as z from 'zod';
import { defineTool } from '../define/define-tool.ts';
import type { Tool } from '../define/tool.ts';
import type { Mode } from './mode.ts';

/** Lets the model ask to go on in another mode. An unknown one is refused with the list before a person is asked. */
export function switchModeTool(modes: readonly Mode[]): Tool {
  const find = (slug: string): Mode | undefined => modes.find((mode) => mode.slug === slug);
  const slugs = modes.map(({ slug }) => slug);
  const list = modes.map(({ slug, description }) => `- ${slug}: ${description}`).join('\n');
  return defineTool({
    name: 'switch_mode',
    description: `Asks the person to switch to another mode, which has its own instructions and tools. Available modes:\n${list}`,
    input: z.object({
      mode_slug: z
        .enum(slugs, { error: `There is no such mode. Available modes: ${slugs.join(', ')}.` })
        .describe('The mode to switch to'),
      reason: z.string().optional().describe('The reason, in one sentence for the person'),
    }),
    effect: 'read',
    approval: 'ask',
    title: ({ mode_slug }) => `Switch to ${find(mode_slug)?.name ?? mode_slug} mode`,
    run: async ({ mode_slug }) => ({
      content: `You are in ${find(mode_slug)?.name ?? mode_slug} mode now. Follow its instructions.`,
      mode: mode_slug,
    }),
  });
}

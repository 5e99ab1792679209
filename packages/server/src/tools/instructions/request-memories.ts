import type { KeptMemory } from '@millrace/engine/run';
import * as z from 'zod';
import { defineTool } from '../define/define-tool.ts';
import type { Tool } from '../define/tool.ts';

/** The options of `requestMemoriesTool`. */
export interface RequestMemoriesOptions {
  /** All that is kept. */
  readonly listMemories: () => Promise<readonly KeptMemory[]>;
}

const name = (max: number) => z.string().trim().min(1).max(max);
const wanted = z.object({
  app: name(60).describe('The app they belong to, such as Code'),
  settings_and_memories: z.array(name(200)).min(1).max(20).describe('Their names'),
});

/**
 * Lets the model ask for what a person wants to be known of them. The person is asked each time and may shorten the list; the
 * model reads what is on it then, and of the rest not even whether it is kept.
 */
export function requestMemoriesTool({ listMemories }: RequestMemoriesOptions): Tool {
  return defineTool({
    name: 'request_memories',
    description:
      'Asks the person to share settings and memories, such as their favorite languages in Code. The person decides each time which ones you may read. Ask only for what the task needs.',
    input: z.object({ requested: z.array(wanted).min(1).max(10) }),
    effect: 'read',
    approval: 'ask',
    asksAlways: true,
    title: ({ requested }) =>
      `Let the model read ${requested.flatMap(({ settings_and_memories }) => settings_and_memories).join(', ')}`,
    async run({ requested }) {
      const kept = await listMemories();
      const found = requested.map(({ app, settings_and_memories }) => ({
        app,
        settings_and_memories: settings_and_memories.map((each) => ({
          name: each,
          value: kept.find((memory) => isSame(memory.app, app) && isSame(memory.name, each))?.value ?? null,
        })),
      }));
      return {
        content: JSON.stringify({
          allowed: found,
          note: 'null means that nothing is saved under this name.',
        }),
        embed: { requested },
      };
    },
  });
}

/** Tells whether a model means what a person wrote. */
function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

import {
  createHandler,
  defineAction,
  defineTool,
  type Model,
  openMemoryStore,
  payloadTool,
} from '@millrace/server';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import * as z from 'zod';

const run = async ({ city }: { city: string }): Promise<string> => city;
const say = { name: 'weather', description: 'Weather', effect: 'read' } as const;
export const tools = [
  defineTool({
    ...say,
    input: z.object({ city: z.string().describe('Where') }),
    run,
    title: ({ city }) => city,
    targets: { paths: ['city'] },
  }),
  defineTool({
    ...say,
    input: toStandardJsonSchema(v.object({ city: v.pipe(v.string(), v.minLength(2)) })),
    run,
  }),
  defineTool({ ...say, input: type({ city: 'string > 1' }), run }),
  defineTool({ ...say, input: v.object({ city: v.string() }), inputSchema: { type: 'object' }, run }),
  payloadTool({ name: 'show', description: '', type: 'own', input: z.object({ a: z.number() }) }),
];
export const action = defineAction({
  name: 'a',
  input: type({ id: 'number' }),
  run: async ({ id }) => String(id + 1),
});
// @ts-expect-error its input has no such field
defineTool({ ...say, input: z.object({ city: z.string() }), run: async ({ town }) => town });
export const handler = (models: Model[]) =>
  createHandler({ store: openMemoryStore(), models, authenticate: (r) => ({ account: r.url }) });
for (const tool of tools) {
  const schema = tool.input_schema as object;
  console.log(JSON.stringify([schema, tool.check?.({ city: 'a' }) ?? 'fits']));
}

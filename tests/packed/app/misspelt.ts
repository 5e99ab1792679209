import { defineTool } from '@millrace/server';
import * as z from 'zod';
export const tool = defineTool({
  name: 'weather',
  description: 'Weather',
  input: z.object({ city: z.string() }),
  efect: 'read',
  run: async ({ city }) => city,
});
export const tool2 = defineTool({
  name: 'weather',
  description: 'Weather',
  input: z.object({ city: z.string() }),
  effect: 'read',
  tittle: ({ city }) => city,
  run: async ({ city }) => city,
});

import * as z from 'zod';
import type { Tool, ToolContext, ToolEffect, ToolOutcome } from './tool.ts';

/** A tool as its author writes it: the schema of its input is the type of its input everywhere else. */
export interface ToolDefinition<Input extends z.ZodObject> {
  readonly name: string;
  /** What the model reads. */
  readonly description: string;
  readonly input: Input;
  readonly effect: ToolEffect;
  /** Whether a person is asked before it runs. Without it: unless its effect is `read`. */
  readonly approval?: 'allow' | 'ask' | ((input: z.output<Input>) => 'allow' | 'ask');
  /** What a person reads, such as "Post to #growth". */
  readonly title?: (input: z.output<Input>) => string;
  /** Whether it works on the workspace of this machine. */
  readonly local?: boolean;
  /** What it gives back, the model reads. What it throws, too. */
  run(input: z.output<Input>, ctx: ToolContext): Promise<string | ToolOutcome>;
}

/** What providers take for the name of a tool. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Makes a tool. Throws at once when its name is none that a model can call. */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const { name, description, input, effect, title, local, run } = definition;
  const { approval = effect === 'read' ? 'allow' : 'ask' } = definition;
  if (!NAME.test(name))
    throw new Error(
      `A tool's name has 1 to 64 letters, digits, - and _, which ${JSON.stringify(name)} has not.`,
    );
  return {
    name,
    description,
    input_schema: z.toJSONSchema(input, { io: 'input' }),
    effect,
    approval: typeof approval === 'function' ? (given) => approval(input.parse(given)) : approval,
    ...(title !== undefined && { title: (given) => title(input.parse(given)) }),
    ...(local !== undefined && { local }),
    check(given) {
      const { error } = input.safeParse(given);
      return error && z.prettifyError(error);
    },
    async run(given, ctx) {
      const outcome = await run(input.parse(given), ctx);
      return typeof outcome === 'string' ? { content: outcome } : outcome;
    },
  };
}

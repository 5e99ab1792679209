import type { ToolTargets } from '@millrace/engine/approval';
import type { CallEmbed } from '@millrace/engine/run';
import * as z from 'zod';
import type {
  PreviewContext,
  RevertContext,
  Tool,
  ToolContext,
  ToolEffect,
  ToolInput,
  ToolOutcome,
  ToolPreview,
} from './tool.ts';

/** A tool as its author writes it: the schema of its input is the type of its input everywhere else. */
export interface ToolDefinition<Input extends z.ZodObject, Undo extends z.ZodType = z.ZodUnknown> {
  readonly name: string;
  /** What the model reads. */
  readonly description: string;
  readonly input: Input;
  readonly effect: ToolEffect;
  /** Whether a person is asked before it runs, where no rule says otherwise. Without it: unless its effect is `read`. */
  readonly approval?: 'allow' | 'ask' | ((input: z.output<Input>) => 'allow' | 'ask');
  /** What a person reads, such as "Post to #growth". */
  readonly title?: (input: z.output<Input>) => string;
  /** Whether a person is asked each time, whatever rules allow. */
  readonly asksAlways?: boolean;
  /** Whether something is gone afterwards that nobody can bring back. It counts only for an effect that is `unsafe`. */
  readonly destructive?: boolean | ((input: z.output<Input>) => boolean);
  /** Whether it works on the workspace of this machine. */
  readonly local?: boolean;
  /** Which arguments name files or have a command, so that rules can be about them. */
  readonly targets?: ToolTargets & { readonly paths?: readonly (keyof z.input<Input> & string)[] };
  /** Whether several calls of one message may run side by side. */
  readonly together?: boolean;
  /** Whether it writes files that instruct models, which the person has read when they say yes to the call. */
  readonly instructs?: boolean;
  /** Whether what it runs is shut in, away from what the person can read. */
  readonly confined?: boolean;
  /** Whether the task is over when a call has succeeded. */
  readonly ends?: boolean;
  /** Whether it always takes long: the model goes on at once, and the result comes as a message of its own. */
  readonly background?: boolean;
  /** After so many milliseconds it goes on as if it were `background`. 5,000 unless given; Infinity to wait for it. */
  readonly inlineBudgetMs?: number;
  /** After so many milliseconds it is stopped, and the call has failed. 10 minutes unless given, a day for one in the background. */
  readonly timeLimitMs?: number;
  /** What stands in the answer in the place of a call while it runs. */
  readonly embed?: (input: z.output<Input>, toolUseId: string) => CallEmbed;
  /** What the model is told as long as the calls of this tool so far left these embeds. Pure. */
  readonly instructions?: (embeds: readonly CallEmbed[]) => string;
  /** What a call that polls is at: calls with another key are not the same call again. */
  readonly loopKey?: (input: z.output<Input>) => string;
  /** What a call would change in files, for the person who is asked. It reads the workspace and never writes. */
  preview?(input: z.output<Input>, ctx: PreviewContext): Promise<ToolPreview>;
  /** The schema of what an outcome keeps as `undo`. Without it anything. */
  readonly undo?: Undo;
  /** Undoes a call by what its outcome kept as `undo`. Asked again for what it has done, it succeeds and changes nothing. */
  revert?(input: z.output<Input>, undo: z.output<Undo>, ctx: RevertContext): Promise<string | ToolOutcome>;
  /** What it gives back, the model reads. What it throws, too. */
  run(input: z.output<Input>, ctx: ToolContext): Promise<string | ToolOutcome>;
}

/** What providers take for the name of a tool. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Makes a tool. Throws at once when its name is none that a model can call. */
export function defineTool<Input extends z.ZodObject, Undo extends z.ZodType = z.ZodUnknown>(
  definition: ToolDefinition<Input, Undo>,
): Tool {
  const { name, description, input, undo, effect, title, loopKey, embed, run, revert, ...rest } = definition;
  const { approval = effect === 'read' ? 'allow' : 'ask', destructive, preview, ...traits } = rest;
  if (!NAME.test(name))
    throw new Error(
      `A tool's name has 1 to 64 letters, digits, - and _, which ${JSON.stringify(name)} has not.`,
    );
  return {
    ...traits,
    name,
    description,
    input_schema: z.toJSONSchema(input, { io: 'input' }),
    effect,
    approval: typeof approval === 'function' ? (given) => approval(input.parse(given)) : approval,
    ...(title !== undefined && { title: (given) => title(input.parse(given)) }),
    ...(destructive !== undefined && {
      destructive:
        typeof destructive === 'function' ? (given) => destructive(input.parse(given)) : destructive,
    }),
    ...(preview !== undefined && { preview: (given, ctx) => preview(input.parse(given), ctx) }),
    ...(embed !== undefined && { embed: (given, id) => embed(input.parse(given), id) }),
    ...(loopKey !== undefined && { loopKey: (given) => loopKey(input.parse(given)) }),
    check(given) {
      const { error, data } = input.safeParse(given);
      return error === undefined
        ? changedTarget(traits.targets, given as ToolInput /* or it had no data */, data)
        : z.prettifyError(error);
    },
    run: async (given, ctx) => outcomeOf(await run(input.parse(given), ctx)),
    ...(revert !== undefined && {
      revert: async (given, kept, ctx) => {
        // Without a schema the author takes what there is, which is what unknown means.
        const known = (undo === undefined ? kept : undo.parse(kept)) as z.output<Undo>;
        return outcomeOf(await revert(input.parse(given), known, ctx));
      },
    }),
  };
}

/** What rules judge is what runs: a schema must not read another file or command into an input than stands there. */
function changedTarget(targets: ToolTargets = {}, given: ToolInput, read: ToolInput): string | undefined {
  const { paths = [], lists = [], command, cwd } = targets;
  const names = [...paths, ...lists, command, cwd].filter((name) => name !== undefined);
  const changed = names.find((name) => typeof given[name] === 'string' && given[name] !== read[name]);
  return changed === undefined
    ? undefined
    : `The tool would change ${changed}. Write it without spaces around it.`;
}

function outcomeOf(said: string | ToolOutcome): ToolOutcome {
  return typeof said === 'string' ? { content: said } : said;
}

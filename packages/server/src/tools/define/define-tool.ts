import type { ToolTargets } from '@millrace/engine/approval';
import type { CallEmbed, CommandInfo, FoldKind } from '@millrace/engine/run';
import { type JsonSchema, jsonSchemaOf } from './json-schema-of.ts';
import { readBySchema, takeBySchema } from './read-by-schema.ts';
import type { SchemaInput, SchemaOutput, StandardSchema } from './standard-schema.ts';
import type {
  CommandContext,
  PreviewContext,
  RevertContext,
  Tool,
  ToolContext,
  ToolEffect,
  ToolInput,
  ToolOutcome,
  ToolPreview,
} from './tool.ts';

/** The schema of a tool's input: of any library that keeps to the Standard Schema. What it reads is an object. */
export type InputSchema = StandardSchema<object, object>;

/**
 * A tool as its author writes it: the schema of its input is the type of its input everywhere else. The schema may be of zod 4, valibot,
 * arktype or any other library that keeps to the Standard Schema.
 */
export interface ToolDefinition<Input extends InputSchema, Undo extends StandardSchema = StandardSchema> {
  readonly name: string;
  /** The description for the model. */
  readonly description: string;
  readonly input: Input;
  /** The JSON Schema of the input, where the schema does not say it itself. */
  readonly inputSchema?: JsonSchema;
  readonly effect: ToolEffect;
  /** Tells whether a person is asked before it runs, where no rule decides. By default: unless its effect is `read`. */
  readonly approval?: 'allow' | 'ask' | ((input: SchemaOutput<Input>) => 'allow' | 'ask');
  /** The title of a call for a person, such as "Post to #growth". */
  readonly title?: (input: SchemaOutput<Input>) => string;
  /** True when a person is asked each time, whatever rules allow. */
  readonly asksAlways?: boolean;
  /** True when something is lost afterwards that nobody can bring back. It counts only for an effect that is `unsafe`. */
  readonly destructive?: boolean | ((input: SchemaOutput<Input>) => boolean);
  /** True when it works on the workspace of this machine. */
  readonly local?: boolean;
  /** The arguments that name files or contain a command, so that rules can apply to them. */
  readonly targets?: ToolTargets & { readonly paths?: readonly (keyof SchemaInput<Input> & string)[] };
  /** How a page counts its calls when it folds several into one line. Without it each has its own line. */
  readonly folds?: FoldKind;
  /** The argument that is written for the person: a page shows its words as part of the answer. */
  readonly speaks?: keyof SchemaInput<Input> & string;
  /** True when it only offers the person what to do next: words before it are the answer, not the beginning of a step. */
  readonly offers?: boolean;
  /** True when several calls of one message may run at the same time. */
  readonly together?: boolean;
  /** True when it writes files that instruct models, which the person has read when they say yes to the call. */
  readonly instructs?: boolean;
  /** True when it runs programs in a sandbox, which cannot read all that the person can. */
  readonly confined?: boolean;
  /** True when a successful call ends the task. */
  readonly ends?: boolean;
  /** True when it always takes long: the model continues at once, and the result comes as a separate message. */
  readonly background?: boolean;
  /** After this many milliseconds it continues as if it were `background`. Default 5,000; Infinity to wait for it. */
  readonly inlineBudgetMs?: number;
  /** After this many milliseconds it is stopped, and the call has failed. Default 10 minutes, or a day in the background. */
  readonly timeLimitMs?: number;
  /** Returns the embed in the answer in place of a call while it runs. */
  readonly embed?: (input: SchemaOutput<Input>, toolUseId: string) => CallEmbed;
  /** Returns instructions for the model while the calls of this tool have left these embeds. Pure. */
  readonly instructions?: (embeds: readonly CallEmbed[]) => string;
  /** Returns the slash commands that a person can write for it. */
  slashCommands?(ctx: CommandContext): Promise<readonly CommandInfo[]>;
  /** Returns the state of a polling call: calls with different keys do not count as repeated. */
  readonly loopKey?: (input: SchemaOutput<Input>) => string;
  /** True for a call that may be made again and again: it is no repetition, and none of others. */
  readonly mayRepeat?: (input: SchemaOutput<Input>) => boolean;
  /** Returns the changes that a call would make to files, for the person who is asked. It reads the workspace and never writes. */
  preview?(input: SchemaOutput<Input>, ctx: PreviewContext): Promise<ToolPreview>;
  /** The schema of what an outcome keeps as `undo`. Without it, anything is accepted. */
  readonly undo?: Undo;
  /** Undoes a call by what its outcome kept as `undo`. If the call is already undone, it succeeds and changes nothing. */
  revert?(
    input: SchemaOutput<Input>,
    undo: SchemaOutput<Undo>,
    ctx: RevertContext,
  ): Promise<string | ToolOutcome>;
  /** Runs the call. The model reads what it returns or throws. */
  run(input: SchemaOutput<Input>, ctx: ToolContext): Promise<string | ToolOutcome>;
}

/** The names that providers accept for a tool. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Makes a tool. Throws at once when models cannot call its name, and when nobody can say the JSON Schema of its input. */
export function defineTool<Input extends InputSchema, Undo extends StandardSchema = StandardSchema>(
  definition: ToolDefinition<Input, Undo>,
): Tool {
  const {
    name,
    description,
    input,
    inputSchema,
    undo,
    effect,
    title,
    loopKey,
    mayRepeat,
    embed,
    run,
    revert,
    ...rest
  } = definition;
  const { approval = effect === 'read' ? 'allow' : 'ask', destructive, preview, ...traits } = rest;
  if (!NAME.test(name))
    throw new Error(
      `A tool's name must be 1 to 64 letters, digits, - and _. This one is not: ${JSON.stringify(name)}.`,
    );
  const read = (given: unknown): SchemaOutput<Input> => takeBySchema(input, given);
  return {
    ...traits,
    name,
    description,
    input_schema: inputSchema ?? jsonSchemaOf(input),
    effect,
    approval: typeof approval === 'function' ? (given) => approval(read(given)) : approval,
    ...(title !== undefined && { title: (given) => title(read(given)) }),
    ...(destructive !== undefined && {
      destructive: typeof destructive === 'function' ? (given) => destructive(read(given)) : destructive,
    }),
    ...(preview !== undefined && { preview: (given, ctx) => preview(read(given), ctx) }),
    ...(embed !== undefined && { embed: (given, id) => embed(read(given), id) }),
    ...(loopKey !== undefined && { loopKey: (given) => loopKey(read(given)) }),
    ...(mayRepeat !== undefined && { mayRepeat: (given) => mayRepeat(read(given)) }),
    check(given) {
      const taken = readBySchema(input, given);
      if (taken.problem !== undefined) return taken.problem;
      // The schema has read an object.
      return changedTarget(traits.targets, given as ToolInput, taken.value as ToolInput);
    },
    run: async (given, ctx) => outcomeOf(await run(read(given), ctx)),
    ...(revert !== undefined && {
      revert: async (given, kept, ctx) => {
        // Without a schema the author gets any value, so its type is unknown.
        const known = (undo === undefined ? kept : takeBySchema(undo, kept)) as SchemaOutput<Undo>;
        return outcomeOf(await revert(read(given), known, ctx));
      },
    }),
  };
}

/** The problem when a schema would change a file name or command of an input: rules must judge what runs. */
function changedTarget(targets: ToolTargets = {}, given: ToolInput, read: ToolInput): string | undefined {
  const { paths = [], lists = [], command, cwd } = targets;
  const names = [...paths, ...lists, command, cwd].filter((name) => name !== undefined);
  const changed = names.find((name) => typeof given[name] === 'string' && given[name] !== read[name]);
  return changed === undefined
    ? undefined
    : `The tool would change ${changed}. Write it without surrounding spaces.`;
}

function outcomeOf(said: string | ToolOutcome): ToolOutcome {
  return typeof said === 'string' ? { content: said } : said;
}

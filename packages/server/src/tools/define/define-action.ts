import { readBySchema, takeBySchema } from './read-by-schema.ts';
import type { SchemaOutput, StandardSchema } from './standard-schema.ts';

/** The context that an action runs in. */
export interface ActionContext {
  readonly chatId: string;
  /** The same for every attempt of one command, and of no other: the key for effects that must happen once. */
  readonly commandId: string;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

/** Something that the server does when a person presses a button that a message offered. */
export interface Action {
  readonly name: string;
  /** The problem with the data, in words. */
  check(data: unknown): string | undefined;
  /** Performs the action. The model reads the result; the person reads what it throws. Its data has been checked. */
  run(data: unknown, ctx: ActionContext): Promise<{ readonly content: string }>;
}

/** An action as its author writes it: the schema of its data, of any library, is the type of its data. Without one it takes any data. */
export interface ActionDefinition<Input extends StandardSchema> {
  readonly name: string;
  readonly input?: Input;
  run(data: SchemaOutput<Input>, ctx: ActionContext): Promise<string | { readonly content: string }>;
}

/** Makes an action of the server. Throws at once when no request can name it. */
export function defineAction<Input extends StandardSchema = StandardSchema>({
  name,
  input,
  run,
}: ActionDefinition<Input>): Action {
  if (name === '' || name.length > 200)
    throw new Error(
      `An action's name must have 1 to 200 characters. This one does not: ${JSON.stringify(name)}.`,
    );
  return {
    name,
    check(data) {
      return input && readBySchema(input, data).problem;
    },
    async run(data, ctx) {
      const said = await run(input === undefined ? data : takeBySchema(input, data), ctx);
      return typeof said === 'string' ? { content: said } : said;
    },
  };
}

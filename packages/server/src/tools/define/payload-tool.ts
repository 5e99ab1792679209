import type { PayloadTypes } from '@millrace/engine';
import { defineTool, type InputSchema } from './define-tool.ts';
import type { SchemaOutput } from './standard-schema.ts';
import type { Tool } from './tool.ts';

/** The data of a payload, where its type is declared. */
type DataOf<Type extends string> = Type extends keyof PayloadTypes ? PayloadTypes[Type] : unknown;

/** The definition that `payloadTool` takes. */
export interface PayloadToolDefinition<Type extends string, Input extends InputSchema> {
  readonly name: string;
  /** The description for the model. */
  readonly description: string;
  /** The type of the payload. */
  readonly type: Type;
  /** The schema of its data, which must fit what `PayloadTypes` declares for the type. */
  readonly input: Input & (SchemaOutput<Input> extends DataOf<Type> ? unknown : never);
}

/** Makes a tool whose input, once it is checked, is the data of a payload for the app's own components. */
export function payloadTool<const Type extends string, Input extends InputSchema>({
  name,
  description,
  type,
  input,
}: PayloadToolDefinition<Type, Input>): Tool {
  return defineTool({
    name,
    description,
    // The intersection only says that the schema fits.
    input: input as Input,
    effect: 'read',
    offers: true,
    run: async (data) => ({ content: 'The person sees it.', custom_payload: { type, data } }),
  });
}

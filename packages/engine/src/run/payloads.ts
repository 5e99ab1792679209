import type { ToolHistoryEntry } from './chat-events.ts';
import type { CustomPayload } from './run-events.ts';

/** The types of payloads and their data. An app adds its own by declaration merging. */
export interface PayloadTypes {
  tool_history: readonly ToolHistoryEntry[];
  schema_proposal: unknown;
  presentation_categories: unknown;
  stream_suggestions: unknown;
}

/** A payload whose type is known. */
export interface Payload<Type extends keyof PayloadTypes> extends CustomPayload {
  readonly type: Type;
  readonly data: PayloadTypes[Type];
}

/** Whether a payload is of this type. Its data is what the tool that made it has checked. Pure. */
export function payloadOf<Type extends keyof PayloadTypes>(
  payload: CustomPayload | undefined,
  type: Type,
): payload is Payload<Type> {
  return payload?.type === type;
}

import type { ToolHistoryEntry } from './chat-events.ts';
import type { CustomPayload } from './run-events.ts';

/** A design of tables that the person may take over. */
export interface SchemaProposal {
  readonly summary?: string | undefined;
  readonly tables: readonly {
    readonly name: string;
    readonly description?: string | undefined;
    readonly fields: readonly {
      readonly name: string;
      readonly type: string;
      readonly description?: string | undefined;
      readonly required?: boolean | undefined;
    }[];
  }[];
}

/** Articles sorted into categories. */
export interface PresentationCategories {
  readonly categories: readonly {
    readonly name: string;
    readonly description?: string | undefined;
    readonly articles: readonly {
      readonly title: string;
      /** An address of the web. */
      readonly url?: string | undefined;
      readonly summary?: string | undefined;
    }[];
  }[];
}

/** Streams of news that the person may want to follow, and why. */
export interface StreamSuggestions {
  readonly suggestions: readonly {
    readonly name: string;
    readonly reason: string;
    /** The text to search for. */
    readonly query?: string | undefined;
  }[];
}

/** The types of payloads and their data. An app adds its own by declaration merging. */
export interface PayloadTypes {
  tool_history: readonly ToolHistoryEntry[];
  schema_proposal: SchemaProposal;
  presentation_categories: PresentationCategories;
  stream_suggestions: StreamSuggestions;
}

/** A payload whose type is known. */
export interface Payload<Type extends keyof PayloadTypes> extends CustomPayload {
  readonly type: Type;
  readonly data: PayloadTypes[Type];
}

/** True if a payload is of this type. Its data was checked by the tool that made it. Pure. */
export function payloadOf<Type extends keyof PayloadTypes>(
  payload: CustomPayload | undefined,
  type: Type,
): payload is Payload<Type> {
  return payload?.type === type;
}

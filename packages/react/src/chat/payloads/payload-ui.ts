import type { PayloadTypes } from '@millrace/engine';
import type { ComponentType } from 'react';
import { PresentationCategories } from './presentation-categories.tsx';
import type { Read } from './read-fields.ts';
import {
  readPresentationCategories,
  readSchemaProposal,
  readStreamSuggestions,
  readToolHistory,
} from './read-payloads.ts';
import { SchemaProposal } from './schema-proposal.tsx';
import { StreamSuggestions } from './stream-suggestions.tsx';
import { ToolHistory } from './tool-history.tsx';

/** The component that draws data of one type. */
export interface PayloadEntry<Data> {
  /** Takes the data over; undefined for what does not fit, which is then shown as JSON. Without it all data is taken. */
  readonly read?: Read<Data>;
  readonly component: ComponentType<{ readonly data: Data }>;
}

/** The components of an app's payloads by type, alone or with a reader. */
export type PayloadComponents = {
  readonly [Type in keyof PayloadTypes]?:
    | PayloadEntry<PayloadTypes[Type]>
    | PayloadEntry<PayloadTypes[Type]>['component'];
};

const BUILT_IN: PayloadComponents = {
  tool_history: { read: readToolHistory, component: ToolHistory },
  schema_proposal: { read: readSchemaProposal, component: SchemaProposal },
  presentation_categories: { read: readPresentationCategories, component: PresentationCategories },
  stream_suggestions: { read: readStreamSuggestions, component: StreamSuggestions },
};

/** The built-in types with the app's own, or its other views of them. A type or a field that nobody declared does not compile. */
export function payloadUI(own: PayloadComponents = {}): PayloadComponents {
  return { ...BUILT_IN, ...own };
}

/** The entry for a type that came over the network, if there is one. */
export function payloadEntry(type: string, payloads: PayloadComponents): PayloadEntry<unknown> | undefined {
  // The component of a type takes the data of that type; its reader, or the maker of the payload, has checked it.
  const known = payloads as Readonly<
    Record<string, PayloadEntry<unknown> | PayloadEntry<unknown>['component']>
  >;
  const entry = Object.hasOwn(known, type) ? known[type] : undefined;
  return entry === undefined || 'component' in entry ? entry : { component: entry };
}

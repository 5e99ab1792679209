import type { CustomPayload, PayloadTypes } from '@millrace/engine';
import type { ComponentType } from 'react';
import { printJson } from '../approval/show-hidden.ts';
import { strings } from '../words/strings.ts';

/** The components that an app has for its own data, by the data's type. Its own types are added to `PayloadTypes`. */
export type PayloadComponents = {
  readonly [Type in keyof PayloadTypes]?: ComponentType<{ readonly data: PayloadTypes[Type] }>;
};

export interface PayloadProps extends CustomPayload {
  readonly payloads: PayloadComponents | undefined;
}

/** Data of an app under an answer. What nobody has a component for is there to read, and folded. */
export function Payload({ type, data, payloads = {} }: PayloadProps) {
  const Known = componentFor(type, payloads);
  if (Known !== undefined) return <Known data={data} />;
  return (
    <details className="mr-payload">
      <summary>{strings.data(type)}</summary>
      <pre dir="ltr">{printJson(data)}</pre>
    </details>
  );
}

function componentFor(type: string, payloads: object): ComponentType<{ readonly data: unknown }> | undefined {
  // What is under a type takes the data of that type, which whoever made the payload has checked.
  const known = payloads as Readonly<Record<string, ComponentType<{ readonly data: unknown }>>>;
  return Object.hasOwn(known, type) ? known[type] : undefined;
}

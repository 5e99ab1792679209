import type { CustomPayload } from '@millrace/engine';
import type { ComponentType } from 'react';
import { printJson } from '../approval/show-hidden.ts';
import { strings } from '../strings.ts';

/** The components that an app has for its own data, by the data's type. */
export type PayloadComponents = Readonly<Record<string, ComponentType<{ readonly data: unknown }>>>;

/** Data of an app under an answer. What nobody has a component for is there to read, and folded. */
export function Payload({
  type,
  data,
  payloads = {},
}: CustomPayload & { readonly payloads: PayloadComponents | undefined }) {
  const Known = Object.hasOwn(payloads, type) ? payloads[type] : undefined;
  if (Known !== undefined) return <Known data={data} />;
  return (
    <details className="mr-payload">
      <summary>{strings.data(type)}</summary>
      <pre dir="ltr">{printJson(data)}</pre>
    </details>
  );
}

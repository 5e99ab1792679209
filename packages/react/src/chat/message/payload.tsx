import type { CustomPayload } from '@millrace/engine';
import { printJson } from '../../approval/shown/show-hidden.ts';
import { Guarded } from '../../page/guarded.tsx';
import { useWords } from '../../words/words-context.ts';
import { type PayloadComponents, payloadEntry, payloadUI } from '../payloads/payload-ui.ts';

export interface PayloadProps extends CustomPayload {
  /** The app's components for its types; without them the built-in ones. */
  readonly payloads: PayloadComponents | undefined;
}

const BUILT_IN = payloadUI();

/** Data of an app under an answer. What nobody has a component for, or does not fit it, is there to read, and folded. */
export function Payload({ type, data, payloads = BUILT_IN }: PayloadProps) {
  const { read, component: Known } = payloadEntry(type, payloads) ?? {};
  const taken = read === undefined ? data : read(data);
  const asJson = <PlainPayload type={type} data={data} />;
  if (Known === undefined || (read !== undefined && taken === undefined)) return asJson;
  return (
    <Guarded instead={asJson} of={data}>
      <Known data={taken} />
    </Guarded>
  );
}

function PlainPayload({ type, data }: CustomPayload) {
  const strings = useWords();
  return (
    <details className="mr-payload">
      <summary>{strings.data(type)}</summary>
      <pre dir="ltr">{printJson(data)}</pre>
    </details>
  );
}

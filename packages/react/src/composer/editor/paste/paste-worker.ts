import type { PasteOptions, PastePayload } from '@millrace/engine/paste';
import { type PackedReading, packReading } from './packed-reading.ts';
import { readWhole } from './paste-reading.ts';

/** The part of a worker's own scope that is used here. */
interface Scope {
  onmessage: ((event: MessageEvent<{ payload: PastePayload; options: PasteOptions }>) => void) | null;
  postMessage(reading: PackedReading): void;
}

// Reads long pastes beside the page, which goes on meanwhile.
const scope = globalThis as unknown as Scope;
scope.onmessage = ({ data: { payload, options } }) =>
  scope.postMessage(packReading(readWhole(payload, options)));

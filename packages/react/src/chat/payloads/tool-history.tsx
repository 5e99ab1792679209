import type { ToolHistoryEntry } from '@millrace/engine/run';
import { ToolCallCard } from './tool-call-card.tsx';

/** A card for each call. */
export function ToolHistory({ data }: { readonly data: readonly ToolHistoryEntry[] }) {
  return data.map((entry, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and its ids may come from anywhere
    <ToolCallCard key={place} {...entry} />
  ));
}

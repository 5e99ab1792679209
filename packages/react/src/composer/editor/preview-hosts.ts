import type { DraftBlock } from '@millrace/engine/document';

/** The elements of the editor in which React draws previews, each with the blocks that it stands for. */
export interface PreviewHosts {
  put(element: HTMLElement, blocks: readonly DraftBlock[]): void;
  remove(element: HTMLElement): void;
  readonly all: () => ReadonlyMap<HTMLElement, readonly DraftBlock[]>;
  subscribe(changed: () => void): () => void;
}

export function createPreviewHosts(): PreviewHosts {
  let hosts: ReadonlyMap<HTMLElement, readonly DraftBlock[]> = new Map();
  const listeners = new Set<() => void>();
  const change = (next: typeof hosts): void => {
    hosts = next;
    for (const listener of listeners) listener();
  };
  return {
    put: (element, blocks) => change(new Map(hosts).set(element, blocks)),
    remove: (element) => change(new Map([...hosts].filter(([each]) => each !== element))),
    all: () => hosts,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

import type { DraftBlock } from './draft-ranges.ts';

/** A preview as its widget knows it: the Markdown of its blocks, and which of them is selected. */
export interface HostedGroup {
  readonly sources: readonly string[];
  readonly kinds: readonly DraftBlock['kind'][];
}

/** The elements of the editor in which React draws previews. */
export interface PreviewHosts {
  put(element: HTMLElement, group: HostedGroup): void;
  remove(element: HTMLElement): void;
  readonly all: () => ReadonlyMap<HTMLElement, HostedGroup>;
  subscribe(changed: () => void): () => void;
}

export function createPreviewHosts(): PreviewHosts {
  let hosts: ReadonlyMap<HTMLElement, HostedGroup> = new Map();
  const listeners = new Set<() => void>();
  const change = (next: ReadonlyMap<HTMLElement, HostedGroup>): void => {
    hosts = next;
    for (const listener of listeners) listener();
  };
  return {
    put: (element, group) => change(new Map(hosts).set(element, group)),
    remove: (element) => change(new Map([...hosts].filter(([each]) => each !== element))),
    all: () => hosts,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

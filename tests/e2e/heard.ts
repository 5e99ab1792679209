import type { CDPSession, Page } from '@playwright/test';

/** Something that a screen reader would say. `late` when its region came with the words, so that some say nothing. */
export interface Heard {
  readonly live: 'polite' | 'assertive';
  readonly text: string;
  readonly late?: true;
}

/** Records, from now on and over reloads, every change of every live region of the page that leaves words in it. */
export async function listenInDom(page: Page): Promise<() => Promise<readonly Heard[]>> {
  await page.addInitScript(recordRegions);
  await page.reload();
  return () => page.evaluate(() => Reflect.get(window, 'heardWords') as Heard[]);
}

function recordRegions(): void {
  const REGIONS = '[role="status"], [role="alert"], [role="log"], [aria-live]';
  const heard: Heard[] = [];
  Object.assign(window, { heardWords: heard });
  const known = new WeakSet<Element>();
  const liveOf = (region: Element): Heard['live'] | undefined => {
    const said = region.getAttribute('aria-live');
    if (said === 'polite' || said === 'assertive') return said;
    if (said !== null) return undefined;
    return region.getAttribute('role') === 'alert' ? 'assertive' : 'polite';
  };
  const regionOf = (node: Node): Element | null =>
    (node instanceof Element ? node : node.parentElement)?.closest(REGIONS) ?? null;
  function look(changes: MutationRecord[]): void {
    const changed = new Set<Element>();
    for (const { target, addedNodes } of changes) {
      const region = regionOf(target);
      if (region !== null) changed.add(region);
      for (const node of addedNodes)
        if (node instanceof Element)
          for (const inner of [node, ...node.querySelectorAll(REGIONS)])
            if (inner.matches(REGIONS)) changed.add(inner);
    }
    for (const region of changed) {
      const live = liveOf(region);
      const text = (region.textContent ?? '').trim();
      // An alert is heard when it comes with its words; any other region must have been there before.
      const isLate = !known.has(region) && region.getAttribute('role') !== 'alert';
      known.add(region);
      if (live !== undefined && text !== '' && region.isConnected)
        heard.push({ live, text, ...(isLate && { late: true as const }) });
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
}

interface AxNode {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: { readonly value?: string };
  readonly name?: { readonly value?: string };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
  readonly childIds?: readonly string[];
  readonly parentId?: string;
  readonly backendDOMNodeId?: number;
}

/** The second judge: the live regions as the browser gives them to screen readers, looked at again and again. */
export interface AxListener {
  readonly heard: Heard[];
  /** Looks once more. */
  look(): Promise<void>;
}

export async function listenInTree(page: Page): Promise<AxListener> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Accessibility.enable');
  const heard: Heard[] = [];
  const before = new Map<number, string>();
  async function look(): Promise<void> {
    for (const { id, live, text, words } of await regionsOf(cdp)) {
      if (before.get(id) === words) continue;
      before.set(id, words);
      if (text !== '') heard.push({ live, text });
    }
  }
  await look();
  heard.length = 0;
  return { heard, look };
}

interface Region extends Heard {
  readonly id: number;
  /** The words with the nodes that have them: the same words in another node are said again. */
  readonly words: string;
}

async function regionsOf(cdp: CDPSession): Promise<Region[]> {
  const { nodes } = (await cdp.send('Accessibility.getFullAXTree')) as { nodes: readonly AxNode[] };
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const liveIn = (node: AxNode | undefined): unknown =>
    node?.properties?.find(({ name }) => name === 'live')?.value.value;
  const leaves = (node: AxNode): AxNode[] =>
    node.role?.value === 'StaticText'
      ? [node]
      : (node.childIds ?? []).flatMap((id) => {
          const child = byId.get(id);
          return child === undefined ? [] : leaves(child);
        });
  return nodes.flatMap((node) => {
    const live = liveIn(node);
    if (live !== 'polite' && live !== 'assertive') return [];
    // What is inside a region is a part of it.
    if (liveIn(byId.get(node.parentId ?? '')) === live) return [];
    const texts = leaves(node);
    const text = texts
      .map(({ name }) => name?.value ?? '')
      .join('')
      .trim();
    const words = texts.map(({ backendDOMNodeId, name }) => `${backendDOMNodeId}:${name?.value}`).join();
    return [{ id: node.backendDOMNodeId ?? 0, live, text, words }];
  });
}

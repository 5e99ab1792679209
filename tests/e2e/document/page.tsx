import { createElement as h } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { ParsedMessage } from '../../../packages/engine/src/document.ts';
import { createMessageParser } from '../../../packages/engine/src/index.ts';
import { DocumentView } from '../../../packages/react/src/index.ts';

/** The cost of one piece of text: how often a node of the document was looked into, and the changes on the page. */
export interface Cost {
  readonly looks: number;
  readonly changes: number;
}

/** A page that shows a document as an app with its own parser would, and counts what that takes. */
function stream(text: string, size: number): { costs: Cost[]; kept: boolean } {
  const place = document.getElementById('root');
  if (place === null) throw new Error('The page has no #root.');
  const root = createRoot(place);
  const parser = createMessageParser({ mode: 'read', messageId: 'm' });
  const observer = new MutationObserver(() => {});
  observer.observe(place, { subtree: true, childList: true, characterData: true, attributes: true });
  const costs: Cost[] = [];
  let first: Element | null = null;
  const show = (parsed: ParsedMessage): void => {
    looks = 0;
    // The parser's lists are live, so a new object shows the view that there is more.
    const doc = { type: 'doc' as const, content: watched(parsed.doc.content) };
    flushSync(() => root.render(h(DocumentView, { doc, contents: parsed.contents })));
    costs.push({ looks, changes: observer.takeRecords().length });
    first ??= place.querySelector('p');
  };
  for (let from = 0; from < text.length; from += size) show(parser.append(text.slice(from, from + size)));
  show(parser.end());
  return { costs, kept: first !== null && first === place.querySelector('p') };
}

let looks = 0;
const known = new WeakMap<object, object>();

/** The same data, but each look at what a node is counts. */
function watched<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  let proxy = known.get(value);
  if (proxy === undefined) {
    proxy = new Proxy(value, {
      get(target, name) {
        if (name === 'type') looks += 1;
        return watched(Reflect.get(target, name));
      },
    });
    known.set(value, proxy);
  }
  // A proxy of a value has its type.
  return proxy as Value;
}

Object.assign(window, { stream });

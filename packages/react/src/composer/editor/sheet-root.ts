/**
 * The document for an editor whose styles are sheets of the document. It would make style elements otherwise, which the policy of a page
 * that is careful does not take.
 */
export function sheetRoot(): Document {
  return new Proxy(document, {
    // CodeMirror takes a root without a head for one that has sheets.
    get: (target, name) => (name === 'head' ? undefined : bound(target, Reflect.get(target, name, target))),
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
}

function bound(target: Document, value: unknown): unknown {
  return typeof value === 'function' ? value.bind(target) : value;
}

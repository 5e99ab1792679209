import { StateEffect, StateField } from '@codemirror/state';
import type { Editable } from './draft-field.ts';
import type { Range } from './preview-groups.ts';

const hold = StateEffect.define<readonly [id: symbol, place: Range | undefined]>();

/** The places that are held. What is written at one stands behind it. */
export const heldPlaces = StateField.define<ReadonlyMap<symbol, Range>>({
  create: () => new Map(),
  update(places, { changes, docChanged, effects }) {
    const held = effects.filter((effect) => effect.is(hold));
    if (held.length === 0 && (!docChanged || places.size === 0)) return places;
    const next = new Map<symbol, Range>();
    for (const [id, { from, to }] of places)
      next.set(id, { from: changes.mapPos(from, -1), to: changes.mapPos(to, -1) });
    for (const { value } of held) {
      const [id, place] = value;
      if (place === undefined) next.delete(id);
      else next.set(id, place);
    }
    return next;
  },
});

/** Holds the selection while the text around it changes. Returns what acts there later, and leaves the caret with what was written meanwhile. */
export function holdPlace(view: Editable): (act: () => void) => void {
  const id = Symbol();
  const { from, to } = view.state.selection.main;
  view.dispatch({ effects: hold.of([id, { from, to }]) });
  return (act) => {
    const place = view.state.field(heldPlaces).get(id) ?? view.state.selection.main;
    view.dispatch({ effects: hold.of([id, undefined]) });
    actAt(view, place, act);
  };
}

/** Acts as if a place was selected, and leaves the caret where it was, unless it was there. */
export function actAt(view: Editable, { from, to }: Range, act: () => void): void {
  const { main } = view.state.selection;
  const isThere = main.from === from && main.to === to;
  if (!isThere) view.dispatch({ selection: { anchor: from, head: to } });
  const { length } = view.state.doc;
  act();
  if (isThere) return;
  const moved = (at: number): number => (at < to ? Math.min(at, from) : at - length + view.state.doc.length);
  view.dispatch({ selection: { anchor: moved(main.anchor), head: moved(main.head) } });
}

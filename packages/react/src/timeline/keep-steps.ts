import type { TimelineGroup, TimelineItem } from '@millrace/engine';
import type { DetailsById, StepDetails } from './step/step-details.ts';

export interface Steps {
  readonly groups: readonly TimelineGroup[];
  readonly details: DetailsById;
}

/** Steps of an app that may rebuild them with each token: items and details with the same values stay the same objects. Pure. */
export function keepSteps(before: Steps | undefined, next: Steps): Steps {
  if (before === undefined || (before.groups === next.groups && before.details === next.details)) return next;
  const known = new Map(before.groups.flatMap(itemsOf).map((item) => [item.id, item]));
  const keep = (item: TimelineItem): TimelineItem => kept(known.get(item.id), item);
  const groups = next.groups.map(({ parent, children }) => ({
    parent: keep(parent),
    children: children.map(keep),
  }));
  const details = Array.from(next.details, ([id, own]): readonly [string, StepDetails] => [
    id,
    kept(before.details.get(id), own),
  ]);
  return { groups, details: new Map(details) };
}

const itemsOf = ({ parent, children }: TimelineGroup): readonly TimelineItem[] => [parent, ...children];

/** The record of before where it has the same values under the same names. */
function kept<Value extends object>(before: Value | undefined, next: Value): Value {
  if (before === undefined || before === next) return next;
  const fields = new Map(Object.entries(before));
  const own = Object.entries(next);
  const isSame =
    own.length === fields.size &&
    own.every(
      ([name, value]) =>
        fields.has(name) && (Object.is(fields.get(name), value) || isSameArgs(name, fields.get(name), value)),
    );
  return isSame ? before : next;
}

/** Arguments of a running call are copied with each build. An object inside may have grown in place, so it counts as another. */
function isSameArgs(name: string, before: unknown, next: unknown): boolean {
  if (name !== 'args' || !isObject(before) || !isObject(next)) return false;
  const fields = Object.entries(next);
  return (
    fields.length === Object.keys(before).length &&
    fields.every(([key, value]) => Object.is(before[key], value) && !isObject(value))
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPartialJson, type PartialJson } from './partial-json.ts';

function read(text: string): PartialJson {
  const json = createPartialJson();
  json.append(text);
  return json;
}

// Objects whose open member is not their last one, or not one that `=` can set.
const ODD_OBJECTS = [
  '{"a":[1],"b":2,"a":{"c":["x"],"d":0}}',
  '{"b":[[]],"1":[{"c":"x"}],"d":[0]}',
  '{"__proto__":[{"a":[1,2]}],"toString":{"__proto__":{"b":[]}}}',
];

/** All objects and arrays in a value, with their paths. */
function* containers(
  value: unknown,
  path: readonly (string | number)[] = [],
): Generator<[object, readonly (string | number)[]]> {
  if (typeof value !== 'object' || value === null) return;
  yield [value, path];
  for (const [name, each] of Object.entries(value)) {
    yield* containers(each, [...path, Array.isArray(value) ? Number(name) : name]);
  }
}

test('R233 open objects and arrays grow in place; closed ones are frozen and stay the same', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const json = createPartialJson();
      const known = new Map<string, { object: object; closed: string | undefined }>();
      for (const char of text.split('')) {
        json.append(char);
        for (const [object, path] of containers(json.value)) {
          const id = JSON.stringify(path);
          const earlier = known.get(id);
          const closed = Object.isFrozen(object) ? JSON.stringify(object) : undefined;
          if (earlier !== undefined) expect(object).toBe(earlier.object);
          if (earlier?.closed !== undefined) expect(closed).toBe(earlier.closed);
          expect(json.isComplete(path)).toBe(closed !== undefined);
          known.set(id, { object, closed });
        }
      }
      expect([...known.values()].every(({ closed }) => closed !== undefined)).toBe(true);
    }),
  );
});

test('R233 a snapshot is the value of its moment for good, and shares what is closed', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.constantFrom(...ODD_OBJECTS)), (text) => {
      const json = createPartialJson();
      const taken: [unknown, string | undefined][] = [];
      for (const char of text.split('')) {
        json.append(char);
        const snapshot = json.snapshot();
        taken.push([snapshot, JSON.stringify(json.value)]);
        const copies = [...containers(snapshot)];
        for (const [i, [object]] of [...containers(json.value)].entries()) {
          expect(copies[i]?.[0] === object).toBe(Object.isFrozen(object));
        }
      }
      expect(taken.map(([snapshot]) => JSON.stringify(snapshot))).toEqual(
        taken.map(([, printed]) => printed),
      );
    }),
  );
});

test('R234 isComplete tells of each path whether its value is there and over', () => {
  const json = read('{"a":{"b":[1,"x"]},"1":["p","q","r');
  const paths = (list: readonly (string | number)[][]): boolean[] =>
    list.map((path) => json.isComplete(path));
  expect(paths([['a'], ['a', 'b'], ['a', 'b', 0], ['a', 'b', 1], ['1', 0], ['1', 1], [1, 1]])).not.toContain(
    false,
  );
  expect(
    paths([
      [],
      ['1'],
      ['1', 2],
      ['1', 3],
      ['1', -1],
      ['1', '0'],
      ['1', 'length'],
      ['1', 0, 0],
      ['c'],
      ['__proto__'],
      ['a', 'b', 0, 'toFixed'],
    ]),
  ).not.toContain(true);
  json.append('"],"n":12');
  expect(paths([['1'], ['1', 2], ['n'], []])).toEqual([true, true, false, false]);
  json.append('}');
  expect(paths([['n'], []])).toEqual([true, true]);
  expect(read('{"a":1,"a":"x').isComplete(['a'])).toBe(false);
  expect(read('{"a":1,"a').isComplete(['a'])).toBe(true);
  expect(read('[x').isComplete([])).toBe(false);
  expect(read('12').isComplete([])).toBe(true);
});

test('R234 what is complete at a path stays as it is, when no key comes twice', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const json = createPartialJson();
      const over = new Map<string, unknown>();
      for (const char of text.split('')) {
        json.append(char);
        for (const [object, path] of containers(json.value)) {
          for (const [name, value] of Object.entries(object)) {
            const here = [...path, Array.isArray(object) ? Number(name) : name];
            const id = JSON.stringify(here);
            if (over.has(id)) expect(value).toBe(over.get(id));
            if (json.isComplete(here)) over.set(id, value);
            else expect(over.has(id)).toBe(false);
          }
        }
      }
    }),
  );
});

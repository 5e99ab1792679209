import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Content, contentRefOf, streamRef } from './content.ts';
import type { ContentStore } from './content-store.ts';

const STREAM = streamRef('m1', 0);
const OTHER = streamRef('m2', 0);
const SHEET = {
  grid: [
    ['a', 'b'],
    ['1', ''],
  ],
};
const CODE = 'let a = 1;\n';
const CID = contentRefOf(CODE);

type Told = [content: Content | undefined, ref: string];

/** The laws that every content store keeps. `open` gives an empty store; what a listener throws goes to `onError`. */
export function contentStoreContract(
  name: string,
  open: (onError: (error: unknown) => void) => Promise<ContentStore>,
): void {
  describe(name, () => {
    let store: ContentStore;
    let errors: unknown[];
    beforeEach(async () => {
      errors = [];
      store = await open((error) => errors.push(error));
    });

    function listen(ref: string): Told[] {
      const told: Told[] = [];
      store.subscribe(ref, (...news) => told.push(news));
      return told;
    }

    test('D9 what was put comes back, what was not is undefined', async () => {
      expect(await store.get(STREAM)).toBeUndefined();
      for (const content of ['', CODE, 'Grüße 🌊', SHEET, { grid: [] }]) {
        await store.put(STREAM, content);
        expect(await store.get(STREAM)).toEqual(content);
        await store.put(contentRefOf(content), content);
        expect(await store.get(contentRefOf(content))).toEqual(content);
      }
    });

    test('D9 a kept sheet does not change with the object that was put', async () => {
      const grid = [['a'], ['b']];
      const told = listen(STREAM);
      await store.put(STREAM, { grid });
      grid[1]?.push('c');
      expect(await store.get(STREAM)).toEqual({ grid: [['a'], ['b']] });
      await store.put(STREAM, { grid });
      expect(told.map(([content]) => content)).toEqual([
        { grid: [['a'], ['b']] },
        { grid: [['a'], ['b', 'c']] },
      ]);
    });

    test('D344 a growing content is told once for each growth, in order, when it can be read', async () => {
      const told = listen(STREAM);
      const elsewhere = listen(OTHER);
      const texts = ['l', 'le', 'let', 'let', 'let a'];
      await Promise.all(texts.map((text) => store.put(STREAM, text)));
      expect(told).toEqual(['l', 'le', 'let', 'let a'].map((text) => [text, STREAM]));
      await store.put(STREAM, SHEET);
      await store.put(STREAM, structuredClone(SHEET));
      expect(told.slice(4)).toEqual([[SHEET, STREAM]]);
      expect(elsewhere).toEqual([]);
    });

    test('D344 news come in the order of the changes, also of changes that a listener makes', async () => {
      const changes: Promise<void>[] = [];
      store.subscribe(STREAM, (content) => {
        if (content === 'a') changes.push(store.put(STREAM, 'b'));
      });
      const told = listen(STREAM);
      await store.put(STREAM, 'a');
      await Promise.all(changes);
      expect(told.map(([content]) => content)).toEqual(['a', 'b']);
    });

    test('D344 a listener that throws keeps nothing from the others', async () => {
      store.subscribe(STREAM, () => {
        throw new Error('broken');
      });
      const told = listen(STREAM);
      await store.put(STREAM, 'a');
      expect(told).toEqual([['a', STREAM]]);
      expect(errors).toEqual([new Error('broken')]);
    });

    test('D344 nothing is told after unsubscribing, also not of a change that is just being told', async () => {
      const told: string[] = [];
      const ends: (() => void)[] = [];
      const both = (): void => {
        told.push('both');
      };
      ends.push(store.subscribe(STREAM, () => ends[1]?.()));
      ends.push(store.subscribe(STREAM, () => told.push('ended')));
      ends.push(store.subscribe(STREAM, both), store.subscribe(STREAM, both));
      await store.put(STREAM, 'a');
      expect(told).toEqual(['both', 'both']);
      ends[2]?.();
      ends[2]?.();
      await store.put(STREAM, 'b');
      expect(told).toEqual(['both', 'both', 'both']);
    });

    test('D343 what does not match its address is refused and leaves nothing behind', async () => {
      const told = listen(CID);
      await store.put(STREAM, 'other');
      for (const attempt of [
        store.put(CID, 'other'),
        store.ensure(CID, 'other'),
        store.ensure(CID, () => 'other'),
        store.rekey(STREAM, CID),
        store.put('cid:md5:1', CODE),
        store.put(CID.toUpperCase().replace('CID:', 'cid:'), CODE),
      ]) {
        await expect(attempt).rejects.toMatchObject({ name: 'ContentError', code: 'mismatch' });
      }
      expect(await store.get(CID)).toBeUndefined();
      expect(await store.get(STREAM)).toBe('other');
      await store.put(CID, CODE);
      await expect(store.put(CID, 'other')).rejects.toMatchObject({ code: 'mismatch' });
      expect(told).toEqual([[CODE, CID]]);
    });

    test('D343 a content is kept once, however often it is put', async () => {
      const told = listen(CID);
      await store.put(CID, CODE);
      await store.put(CID, CODE);
      await store.put(STREAM, CODE);
      await store.rekey(STREAM, CID);
      expect(await store.ensure(CID, CODE)).toBe(CODE);
      expect(told).toEqual([[CODE, CID]]);
      const cid = contentRefOf(SHEET);
      await store.put(cid, SHEET);
      const toldOfSheet = listen(cid);
      await store.put(STREAM, JSON.stringify(SHEET.grid));
      await store.rekey(STREAM, cid);
      expect(await store.get(STREAM)).toEqual(SHEET);
      expect(toldOfSheet).toEqual([]);
    });

    test('D345 a finished content has its address, and its readers go on under it', async () => {
      const told = listen(STREAM);
      await store.put(STREAM, CODE);
      await store.rekey(STREAM, CID);
      expect(told).toEqual([
        [CODE, STREAM],
        [CODE, CID],
      ]);
      expect(await store.get(CID)).toBe(CODE);
      expect(await store.get(STREAM)).toBe(CODE);
      await store.rekey(STREAM, CID);
      expect(told).toHaveLength(2);
      await store.delete(CID);
      expect(await store.get(STREAM)).toBeUndefined();
      await store.ensure(STREAM, () => CODE);
      expect(await store.get(CID)).toBe(CODE);
      expect(told.slice(2)).toEqual([
        [undefined, CID],
        [CODE, CID],
      ]);
    });

    test('D345 a stream that begins again leaves the finished content alone', async () => {
      const told = listen(STREAM);
      await store.put(STREAM, CODE);
      await store.rekey(STREAM, CID);
      await store.put(STREAM, 'l');
      expect(await store.get(STREAM)).toBe('l');
      expect(await store.get(CID)).toBe(CODE);
      expect(told.at(-1)).toEqual(['l', STREAM]);
    });

    test('D345 what is not there and what has an address can not be moved', async () => {
      await expect(store.rekey(STREAM, OTHER)).rejects.toMatchObject({ code: 'missing', ref: STREAM });
      await store.put(CID, CODE);
      await expect(store.rekey(CID, STREAM)).rejects.toMatchObject({ code: 'fixed', ref: CID });
      await store.rekey(CID, CID);
      expect(await store.get(CID)).toBe(CODE);
      expect(await store.get(STREAM)).toBeUndefined();
    });

    test('D346 deleting is told; an old name goes without its content', async () => {
      const told = listen(STREAM);
      await store.delete(STREAM);
      await store.put(STREAM, CODE);
      await store.rekey(STREAM, CID);
      await store.delete(STREAM);
      await store.delete(STREAM);
      expect(await store.get(CID)).toBe(CODE);
      expect(told.slice(2)).toEqual([[undefined, STREAM]]);
    });

    test('D347 ensure loads once for all who ask at the same time, and never what is there', async () => {
      let loads = 0;
      const load = async (): Promise<Content> => {
        loads += 1;
        await Promise.resolve();
        return CODE;
      };
      const asked = await Promise.all([
        store.ensure(CID, load),
        store.ensure(CID, load),
        store.ensure(CID, load),
      ]);
      expect(asked).toEqual([CODE, CODE, CODE]);
      expect(await store.ensure(CID, load)).toBe(CODE);
      expect(loads).toBe(1);
      await store.put(STREAM, 'good');
      expect(await store.ensure(STREAM, 'other')).toBe('good');
      expect(await store.ensure(STREAM, load)).toBe('good');
      expect(loads).toBe(1);
    });

    test('D348 what was put while a load ran is not overwritten', async () => {
      const { promise, resolve } = later<Content>();
      const asked = store.ensure(STREAM, () => promise);
      await store.put(STREAM, 'newer');
      await store.put(OTHER, 'x');
      resolve('loaded');
      expect(await asked).toBe('newer');
      expect(await store.get(STREAM)).toBe('newer');
    });

    test('D348 what was deleted while a load ran is not kept; who asked gets it', async () => {
      const { promise, resolve } = later<Content>();
      const asked = store.ensure(CID, () => promise);
      await store.delete(CID);
      resolve(CODE);
      expect(await asked).toBe(CODE);
      expect(await store.get(CID)).toBeUndefined();
      expect(await store.ensure(CID, () => CODE)).toBe(CODE);
      expect(await store.get(CID)).toBe(CODE);
    });

    test('D348 a load that fails rejects for all, leaves nothing behind and may be tried again', async () => {
      const told = listen(CID);
      const failing = [
        (): Promise<Content> => Promise.reject(new Error('offline')),
        (): Content => {
          throw new Error('offline');
        },
      ];
      for (const load of failing) {
        const asked = [store.ensure(CID, load), store.ensure(CID, load)];
        for (const each of asked) await expect(each).rejects.toThrow('offline');
        expect(await store.get(CID)).toBeUndefined();
      }
      expect(told).toEqual([]);
      expect(await store.ensure(CID, () => CODE)).toBe(CODE);
    });

    test('D351 any operations keep the laws', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { maxLength: 25 }), async (operations) => {
          store = await open((error) => errors.push(error));
          const model = new Model();
          const told = new Map(REFS.map((ref) => [ref, listen(ref)]));
          for (const each of operations) {
            const before = REFS.map((ref) => model.view(ref));
            const isDone = model.run(each);
            const outcome = perform(store, each).then(
              () => true,
              () => false,
            );
            expect(await outcome).toBe(isDone);
            for (const [i, ref] of REFS.entries()) {
              const [content, at] = model.view(ref);
              const isNews = content !== before[i]?.[0] || (content !== undefined && at !== before[i]?.[1]);
              expect(told.get(ref)?.splice(0)).toEqual(isNews ? [[content, at]] : []);
              expect(await store.get(ref)).toEqual(content);
            }
          }
          expect(errors).toEqual([]);
        }),
      );
    });
  });
}

const TEXTS = ['a', 'ab', 'abc'];
const REFS = [STREAM, OTHER, streamRef('m3', 0), ...TEXTS.map(contentRefOf)];

type Operation = {
  do: 'put' | 'ensure' | 'load' | 'rekey' | 'delete';
  ref: string;
  to: string;
  text: string;
};
const operation: fc.Arbitrary<Operation> = fc.record({
  do: fc.constantFrom('put', 'put', 'rekey', 'rekey', 'ensure', 'load', 'delete'),
  ref: fc.constantFrom(...REFS),
  to: fc.constantFrom(...REFS),
  text: fc.constantFrom(...TEXTS),
});

function perform(store: ContentStore, { do: verb, ref, to, text }: Operation): Promise<unknown> {
  switch (verb) {
    case 'put':
      return store.put(ref, text);
    case 'ensure':
      return store.ensure(ref, text);
    case 'load':
      return store.ensure(ref, () => text);
    case 'rekey':
      return store.rekey(ref, to);
    case 'delete':
      return store.delete(ref);
  }
}

/** The laws in their shortest form: each ref holds a text or leads to a ref that does. */
class Model {
  private readonly cells = new Map<string, { text: string } | { to: string }>();

  view(ref: string): Told {
    const cell = this.cells.get(ref);
    const at = cell !== undefined && 'to' in cell ? cell.to : ref;
    const held = this.cells.get(at);
    return [held !== undefined && 'text' in held ? held.text : undefined, at];
  }

  /** False when the store has to refuse. */
  run({ do: verb, ref, to, text }: Operation): boolean {
    const [content, at] = this.view(ref);
    if (verb === 'delete') this.cells.delete(ref);
    else if (verb === 'put') return this.set(ref, text);
    else if (verb !== 'rekey') return content !== undefined || this.set(at, text);
    else {
      if (typeof content !== 'string') return false;
      if (to === ref || to === at) return true;
      if (ref.startsWith('cid:') || !this.set(to, content)) return false;
      for (const [name, cell] of this.cells) {
        if (name === ref || ('to' in cell && cell.to === ref)) this.cells.set(name, { to });
      }
    }
    return true;
  }

  private set(ref: string, text: string): boolean {
    if (ref.startsWith('cid:') && ref !== contentRefOf(text)) return false;
    this.cells.set(ref, { text });
    return true;
  }
}

function later<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

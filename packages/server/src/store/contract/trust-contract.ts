import { expect, test } from 'vitest';
import { type MakePlace, storeUnderTest } from './place-contract.ts';

const file = (path: string, version = 'v1') => ({ path, version });

/** Which files of a workspace may instruct models. */
export function trustContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);

  test('A230 what is trusted is trusted for its workspace alone, also after the store is opened again', async () => {
    expect(await at.store.readTrust('/a')).toEqual([]);
    await at.store.trustFiles('/a', [file('x.md'), file('y.md')]);
    await at.store.trustFiles('/a', [file('x.md', 'v2'), file('y.md')]);
    const kept = [file('x.md'), file('x.md', 'v2'), file('y.md')];
    expect(await (await at.reopen()).readTrust('/a')).toEqual(kept);
    expect(await at.store.readTrust('/a/')).toEqual([]);
    expect(await at.store.readTrust('/b')).toEqual([]);
  });

  test('A230 two devices that say yes at once are both heard, and it can be taken back', async () => {
    const other = await at.openAnother();
    await Promise.all([
      at.store.trustFiles('/a', [file('x.md')]),
      other.trustFiles('/a', [file('y.md')]),
      other.trustFiles('/b', [file('y.md')]),
    ]);
    expect((await at.store.readTrust('/a')).map(({ path }) => path).toSorted()).toEqual(['x.md', 'y.md']);
    await other.dropTrust('/a');
    await other.dropTrust('/a');
    expect(await at.store.readTrust('/a')).toEqual([]);
    expect(await at.store.readTrust('/b')).toEqual([file('y.md')]);
  });

  test('A230 the database holds neither the workspace nor its files in readable form', async () => {
    await at.store.trustFiles('/otter/work', [file('otter.md', 'otter-version')]);
    expect(Buffer.from(await at.place.dump()).includes('otter')).toBe(false);
  });
}

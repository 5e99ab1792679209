import type { KeptMemory } from '@millrace/engine/run';
import { expect, test } from 'vitest';
import { type MakePlace, storeUnderTest } from './place-contract.ts';

const memory = (app: string, name: string, value: string, updated_at = 1): KeptMemory => ({
  app,
  name,
  value,
  updated_at,
});

/** The memories of a person. */
export function keptMemoryContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);

  test('G15 memories come back as they were kept, by app and name, also after the store is opened again', async () => {
    const [code, projects, travel] = [
      memory('Code', 'Favorite languages & frameworks', 'TypeScript, "Rüst"\n'),
      memory('Code', 'Projects', '', 2),
      memory('Travel', 'Projects', 'Oslo', 3),
    ];
    for (const each of [travel, projects, code]) await at.store.putMemory(each);
    expect(await at.store.listMemories()).toEqual([code, projects, travel]);
    expect(await (await at.reopen()).listMemories()).toEqual([code, projects, travel]);
  });

  test('G15 a memory that is kept again is replaced, and two at once leave one', async () => {
    await at.store.putMemory(memory('Code', 'Projects', 'old'));
    await at.store.putMemory(memory('Code', 'Projects', 'new', 2));
    expect(await at.store.listMemories()).toEqual([memory('Code', 'Projects', 'new', 2)]);
    const other = await at.openAnother();
    const same = memory('Code', 'Editor', 'vi');
    await Promise.all([at.store.putMemory(same), other.putMemory(same)]);
    expect(await at.store.listMemories()).toEqual([same, memory('Code', 'Projects', 'new', 2)]);
  });

  test('G15 a memory can be forgotten, and it is told whether there was one', async () => {
    await at.store.putMemory(memory('a', 'bc', '1'));
    await at.store.putMemory(memory('ab', 'c', '2'));
    expect(await at.store.deleteMemory('a', 'bc')).toBe(true);
    expect(await at.store.deleteMemory('a', 'bc')).toBe(false);
    expect(await at.store.listMemories()).toEqual([memory('ab', 'c', '2')]);
  });

  test('G15 the database holds nothing of a memory in readable form', async () => {
    await at.store.putMemory(memory('otter-app', 'otter-name', 'otter-value'));
    const dump = Buffer.from(await at.place.dump());
    expect(dump.includes('otter')).toBe(false);
  });
}

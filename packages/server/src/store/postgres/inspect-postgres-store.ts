import type { StoreFacts } from '../schema/inspect.ts';

/** Looks at the store in a Postgres database and changes nothing. Rejects with one sentence that says the fix. */
export async function inspectPostgresStore(url: string): Promise<StoreFacts> {
  // The driver is loaded where it is needed.
  const [{ readAddress }, { look }] = await Promise.all([import('./address.ts'), import('./upgrade.ts')]);
  return look(readAddress(url));
}

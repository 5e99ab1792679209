/** The time that a Postgres tells, in milliseconds. Rejects with one sentence that says the fix. */
export async function postgresClock(url: string): Promise<number> {
  // The driver is loaded where it is needed.
  const [{ readAddress }, { inSession }] = await Promise.all([
    import('./address.ts'),
    import('./session.ts'),
  ]);
  return inSession(readAddress(url), async (ask) => {
    const [row] = await ask('SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) AS now');
    return Number(row?.['now']);
  });
}

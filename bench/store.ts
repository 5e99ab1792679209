import { benchAppends, benchDelivery } from './store-events.ts';
import { openPostgresPlace, openSqlitePlace } from './store-places.ts';
import { benchRestart } from './store-restart.ts';
import { benchSteps } from './store-steps.ts';

/** Measures the cost of the log: steps, appends, delivery and the return after a crash, on SQLite and on a separate Postgres. */
export async function benchStore(): Promise<void> {
  const places = [openSqlitePlace(), await openPostgresPlace()];
  try {
    for (const bench of [benchSteps, benchAppends, benchDelivery, benchRestart]) await bench(places);
  } finally {
    for (const place of places) await place.close();
  }
}

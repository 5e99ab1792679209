import { askHealth, getFromOwn } from './ask-health.ts';
import { type Finding, failed, ok, skipped, warning } from './check.ts';

/** Asks the server that runs on the data folder how it is. */
export async function checkServer(own: string | undefined, signal: AbortSignal): Promise<Finding> {
  if (own === undefined) return skipped('No server runs on this data folder.');
  const health = await askHealth(own, signal, getFromOwn);
  switch (health.state) {
    case 'well':
      return ok(`The server at ${own} is well.`);
    case 'trouble':
      return failed(`The server at ${own} has trouble (${health.code}).`, health.message);
    case 'foreign':
      return failed(
        `Something else than the server of this data folder answers at ${own}.`,
        'Start the server again.',
      );
    case 'untrusted':
    case 'silent':
      return warning(
        `The server that was at ${own} does not answer (${health.why}), so it ended without a word.`,
        'Start it again.',
      );
  }
}

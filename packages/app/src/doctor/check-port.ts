import { once } from 'node:events';
import { createServer } from 'node:net';
import { askHealth } from './ask-health.ts';
import { type Finding, failed, ok, warning } from './check.ts';

/** The port that a start tries first when none is named. */
const DEFAULT_PORT = 4141;

export interface PortQuestion {
  /** The port that the settings name; without one a start takes the next that is free. */
  readonly port: number | undefined;
  readonly host: string;
  /** The address of the server that runs on our data folder, if one does. */
  readonly own: string | undefined;
}

/** Tells whether a start gets its port, and who has it otherwise. */
export async function checkPort({ port, host, own }: PortQuestion, signal: AbortSignal): Promise<Finding> {
  const wanted = port ?? DEFAULT_PORT;
  if (wanted === 0) return ok('PORT is 0: a start takes any free port.');
  const problem = await tryPort(wanted, host);
  if (problem === undefined) return ok(`Port ${wanted} is free.`);
  if (problem === 'EACCES')
    return failed(`This user may not use port ${wanted}.`, 'Set PORT to 1024 or higher.');
  if (problem !== 'EADDRINUSE')
    return failed(
      `Port ${wanted} of ${host} can't be used (${problem}).`,
      'Check that this machine has that address.',
    );
  if (own !== undefined && Number(new URL(own).port) === wanted)
    return ok(`Port ${wanted} is used by the server of this data folder.`);
  const health = await askHealth(`http://${host}:${wanted}`, signal);
  const isOurs = health.state === 'well' || health.state === 'trouble';
  const who = `Port ${wanted} is used by ${isOurs ? 'another Millrace' : 'another program'}`;
  return port === undefined
    ? warning(`${who}, so a start takes the next free one.`, 'Set PORT to always get the same port.')
    : failed(`${who}.`, 'Stop it, or set PORT to another port.');
}

/** Binds a port for a moment. Resolves with the code of the problem, if there is one. */
async function tryPort(port: number, host: string): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code); // errors of a bind have one
  }
  server.close();
  await once(server, 'close');
  return undefined;
}

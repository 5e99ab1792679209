import type { Command } from './command.ts';
import { UsageError } from './usage-error.ts';

const MOST_PORT = 65_535;

export const serveCommand: Command = {
  name: 'serve',
  summary: 'serve the app on 127.0.0.1, until it is told to end',
  details: 'It prints a link that signs a browser in, once.',
  flags: [
    { name: 'port', value: 'NUMBER', summary: 'the port, instead of PORT; 0 takes any free one' },
    { name: 'lan', summary: 'let devices on the same network in' },
  ],
  async run({ env, flags }) {
    const port = flags['port'];
    if (typeof port === 'string' && !isPort(port))
      throw new UsageError(
        `--port must be a whole number from 0 to ${MOST_PORT}, not ${JSON.stringify(port)}. Write such as --port 4141.`,
      );
    // The server and its database are loaded only when they are wanted.
    const [{ serve }, { readSettings }] = await Promise.all([
      import('../serve/serve.ts'),
      import('../settings.ts'),
    ]);
    const given = typeof port === 'string' ? { ...env, PORT: port } : env;
    return { ...(await serve(readSettings(given), { lan: flags['lan'] === true })), isRunning: true };
  },
};

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= MOST_PORT;
}

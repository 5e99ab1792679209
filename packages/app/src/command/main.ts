import { runCommand } from './run-command.ts';

// A reader that goes away, such as `head`, ends nothing: there is just nobody to tell any more.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

const argv = process.argv.slice(2);
const colour = process.stdout.isTTY && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
const { stdout, stderr, code } = await runCommand(argv, { env: process.env, colour });

const written = (stream: NodeJS.WriteStream, text: string): Promise<void> =>
  text === '' ? Promise.resolve() : new Promise((resolve) => stream.write(text, () => resolve()));
await Promise.all([written(process.stdout, stdout), written(process.stderr, stderr)]);
// A server goes on. What is left of anything else, such as a connection that hangs, is not waited for.
if (code !== undefined) process.exit(code);

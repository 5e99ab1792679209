import { printLink } from './link.ts';
import { serve } from './serve.ts';
import { readSettings } from './settings.ts';

const HELP = `millrace          serve the app on 127.0.0.1
millrace link     print another sign-in link to the server that runs
millrace help     print this

PORT                 the port; without it 4141 or the next free one
MILLRACE_DATA        the folder of the database and of keys; .millrace by default
MILLRACE_WORKSPACE   the folder that tools work in; one of sample files by default
MILLRACE_STORE       postgres://user:password@host/database keeps everything in Postgres instead
MILLRACE_KEY         the key that seals what is stored, 32 bytes in base64; data.key in that folder by default
MILLRACE_MODEL       the model that answers, as provider/model
MILLRACE_TOKEN       the token of the first sign-in link
ANTHROPIC_API_KEY    offers Anthropic's models; ANTHROPIC_BASE_URL sends them elsewhere`;

const COMMANDS: Readonly<Record<string, () => Promise<void> | void>> = {
  serve: () => serve(readSettings(process.env)),
  link: () => printLink(readSettings(process.env)),
  help: () => console.log(HELP),
  '--help': () => console.log(HELP),
};

const name = process.argv[2] ?? 'serve';
const command = COMMANDS[name];
try {
  if (command === undefined) throw new Error(`There is no command ${name}. "millrace help" lists them.`);
  await command();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

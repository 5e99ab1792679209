// `npm run docs`: prints docs/command.md from what the command says about itself. With --print it only says what it would write.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded, root } from './build.mjs';

const HEAD = `# The command

\`npm run docs\` generates this page from the commands themselves; \`millrace help --json\` has the same facts. In a clone of the project write
\`npm start -- doctor\` for \`millrace doctor\`; elsewhere \`npx millrace doctor\`.

Output for people goes to stdout, problems go to stderr in one sentence with the fix. With \`--json\` stdout has exactly one JSON document,
also for an error: \`{"error": {"code": "wrong_use", "message": "…"}}\`. A reader that goes away, such as \`head\`, ends nothing.
`;

const CHECKS = `## The checks of doctor

Every check is one line: \`ok\`, \`warning\`, \`FAILED\` or \`skipped\`, its name, what was found, and the fix. With \`--json\` it is
\`{"checks": [{"id", "status", "message", "fix"?}]}\`, with \`failed\` in small letters. Nothing is changed: a database is only read, also while
a server runs on it. Checks run side by side, each within \`--limit\`.

| check | fails when |
|---|---|
| \`settings\` | a variable makes no sense; then only the next three are looked at |
| \`node\` | Node is too old |
| \`git\` | git is not on the PATH |
| \`ripgrep\` | our copy of ripgrep is missing or does not run |
| \`port\` | another program has \`PORT\`; a warning where the next free port is taken |
| \`workspace\` | \`MILLRACE_WORKSPACE\` is not a folder |
| \`data\` | the data folder has another mode than 700, belongs to another user, is no folder or can't be written |
| \`files\` | others can read a file with secrets or data |
| \`repository\` | files of the data folder came with a git repository; a warning where they could get into one |
| \`store\` | the database can't be opened, has a newer schema or another key; a warning where the next start upgrades it |
| \`copies\` | a warning while there is a copy of the database from before an upgrade |
| \`backup\` | a warning where no backup is known, or the newest one is older than a week |
| \`keys\` | the key of the database or of an account is not in the key folder, others can read it, or the key folder is in the data folder; a warning where the next start moves a key out of the data folder |
| \`privacy\` | a run that has ended still has its key in the database; it says in the words of the page who can read what, and warns while an upgrade is under way |
| \`clock\` | the clock is 30 seconds or more away from that of Postgres, or stands before the last change of the data folder; a warning from 2 seconds on |
| \`disk\` | less than 100 MB are free; a warning below 1 GB |
| \`browser\` | \`MILLRACE_BROWSER\` does not run; a warning where there is none |
| \`sandbox\` | \`MILLRACE_SANDBOX\` is set and bubblewrap does not work; otherwise only information |
| \`provider:…\` | a provider refuses the key or does not answer; \`providers\` where there is none, or nobody is asked because the data folder came with a repository |
| \`mcp:…\` | a server of \`mcp.json\` does not connect or lists no tools; \`mcp\` for the file itself |
| \`server\` | the server of the data folder has trouble; a warning where it is gone |
| \`address:…\` | an address of \`MILLRACE_URL\` does not lead to the server, the server refuses the host, a proxy holds streams back, the certificate does not count here, or the \`X-Forwarded-For\` of a client is believed; a warning without https, and for a proxy that is not believed or does not tell who asks |
`;

/** The page about the command. */
function commandPage() {
  const said = execFileSync(process.execPath, [join(root, 'packages/app/millrace.mjs'), 'help', '--json']);
  const { commands, variables, exit_codes } = JSON.parse(said);
  return [
    HEAD,
    '## Commands\n',
    'Without a command `millrace` does what `millrace serve` does. `millrace --version` (`-v`) prints the version.\n',
    ...commands.map(commandPart),
    CHECKS,
    '## Exit codes\n',
    ...tableOf(
      ['exit code', 'code in JSON', 'meaning'],
      exit_codes.map(({ code, number, meaning }) => [`${number}`, `\`${code}\``, meaning]),
    ),
    '\n## Variables\n',
    '[settings.md](settings.md) tells more about each.\n',
    ...tableOf(
      ['variable', 'what it does'],
      variables.map(({ name, summary }) => [`\`${name}\``, summary]),
    ),
    '',
  ].join('\n');
}

function commandPart({ name, summary, details, usage, arguments: args, flags }) {
  const rows = [
    ...args.map((each) => [`\`${each.name}\`${each.optional ? ', optional' : ''}`, each.summary]),
    ...flags.map((flag) => [
      `\`${flag.name}${flag.value ? ` ${flag.value}` : ''}\`${flag.short ? `, \`-${flag.short}\`` : ''}`,
      flag.summary,
    ]),
  ];
  const text = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.${details ? ` ${details}` : ''}`;
  return [
    `### ${name}\n`,
    `\`${usage}\`\n`,
    `${text}\n`,
    ...tableOf(['word or flag', 'what it does'], rows),
    '',
  ].join('\n');
}

function tableOf(head, rows) {
  return [head, head.map(() => '---'), ...rows].map(
    (row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('<', '&lt;')).join(' | ')} |`,
  );
}

const isPrint = process.argv.includes('--print');
if (!isPrint) await buildIfNeeded();
const page = commandPage();
if (isPrint) process.stdout.write(page);
else writeFileSync(join(root, 'docs/command.md'), page);

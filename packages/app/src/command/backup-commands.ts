import type { Command, Context } from './command.ts';
import { UsageError } from './usage-error.ts';

const PASSPHRASE_FILE = {
  name: 'passphrase-file',
  value: 'FILE',
  summary:
    'read the passphrase from the first line of this file; without it, it is asked, or read from standard input',
};

/** Commands that keep everything elsewhere, and bring it back. */
export const backupCommands: readonly Command[] = [
  {
    name: 'backup',
    summary: 'copy everything into a new folder, also while a server runs',
    details:
      'The copy of the database is of one moment, on SQLite and on Postgres. It has no keys: nobody reads it without a copy of the key folder, or without --keys. Folders of MILLRACE_WORKSPACE are not in it.',
    args: [{ name: 'folder', summary: 'the folder of the backup, which must not be there yet' }],
    flags: [
      {
        name: 'keys',
        summary: 'add the keys of the database and its accounts, under a passphrase that is asked',
      },
      PASSPHRASE_FILE,
    ],
    async run({ env, flags, args: [folder = ''] }) {
      const { makeBackup } = await import('../backup/make-backup.ts');
      const settings = await settingsOf(env);
      const passphrase = flags['keys'] === undefined ? undefined : await newPassphrase(flags);
      const { folder: made, manifest, bytes } = await makeBackup(settings, folder, passphrase);
      const keys = manifest.keys
        ? 'It has the keys under your passphrase: whoever has both reads everything.'
        : `It does not have the keys: keep a copy of ${settings.key === undefined ? settings.keys : 'MILLRACE_KEY'} elsewhere, or nobody reads it.`;
      const outside =
        settings.workspace === undefined ? '' : `\nIt does not have the workspace ${settings.workspace}.`;
      const size = `${manifest.files.length + 1} files, ${(bytes / 1_000_000).toFixed(1)} MB, schema ${manifest.schema}`;
      return {
        text: `The backup is in ${made} (${size}). ${keys}${outside}`,
        facts: { folder: made, bytes, ...manifest, files: manifest.files.length },
      };
    },
  },
  {
    name: 'restore',
    summary: 'bring a backup back where there is no database yet',
    details:
      'It goes into MILLRACE_DATA, or into the empty Postgres of MILLRACE_STORE, whichever of the two it came from. Everything is checked before anything is written.',
    args: [{ name: 'folder', summary: 'the folder that "millrace backup" made' }],
    flags: [PASSPHRASE_FILE],
    async run({ env, flags, args: [folder = ''] }) {
      const { restoreBackup } = await import('../backup/restore-backup.ts');
      const settings = await settingsOf(env);
      const { manifest, hasKey, keyFile } = await restoreBackup(settings, folder, () =>
        passphraseOf(flags, 'The passphrase of the backup: '),
      );
      const at = new Date(manifest.at).toISOString();
      const next = hasKey
        ? 'Start Millrace, and sign in with the link that it prints.'
        : `Before the start put the copy of the key folder in place: ${keyFile} and the folder beside it.`;
      return {
        text: `Everything is as it was at ${at}. What was deleted since is back. ${next}`,
        facts: { at: manifest.at, schema: manifest.schema, key_id: manifest.key_id, has_key: hasKey },
      };
    },
  },
];

async function settingsOf(env: Context['env']) {
  const { readSettings } = await import('../settings.ts');
  return readSettings(env);
}

async function newPassphrase(flags: Context['flags']): Promise<string> {
  const { LEAST_PASSPHRASE } = await import('../backup/sealed-keys.ts');
  const passphrase = await passphraseOf(flags, 'A passphrase for the keys: ');
  if (passphrase.length >= LEAST_PASSPHRASE) return passphrase;
  throw new UsageError(
    `The passphrase must have at least ${LEAST_PASSPHRASE} characters. Take four or more words that nobody else would put together.`,
  );
}

async function passphraseOf(flags: Context['flags'], question: string): Promise<string> {
  const { askPassphrase, passphraseIn } = await import('../backup/ask-passphrase.ts');
  const file = flags[PASSPHRASE_FILE.name];
  return typeof file === 'string' ? passphraseIn(file) : askPassphrase(question);
}

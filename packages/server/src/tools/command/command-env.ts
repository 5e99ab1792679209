import { delimiter, isAbsolute } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Our own settings, among them keys and the address of the database; and the keys of model providers. */
const SECRET = /^MILLRACE_|_API_KEYS?$/i;

/** With these a shell runs or defines something before the command, or reads the command in another way. */
const SHELL =
  /^(BASH_ENV|ENV|BASHOPTS|SHELLOPTS|BASH_FUNC_.*|BASH_COMPAT|BASH_LOADABLES_PATH|BASH_XTRACEFD|CDPATH|EXECIGNORE|FPATH|GLOBIGNORE|IFS|PROMPT_COMMAND|PS4)$/s;

/** Nobody answers a question and nobody turns a page. */
const QUIET: Environment = { TERM: 'dumb', PAGER: 'cat', GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0' };

/**
 * A folder of plain files that looks like a repository is none, and no repository names a program to watch files: its settings
 * may be anybody's.
 */
const GIT: readonly (readonly [string, string])[] = [
  ['safe.bareRepository', 'explicit'],
  ['core.fsmonitor', 'false'],
];

export interface CommandEnvOptions {
  /** Names of variables that a command must not see. */
  readonly hide?: readonly string[] | undefined;
  /** The folder of the workspace. */
  readonly root?: string | undefined;
}

/**
 * The environment of a command: ours without secrets, without the names to hide, and without what changes how a shell reads.
 * Programs of the workspace come last, so that none hides another. Pure.
 */
export function commandEnv(env: Environment, { hide = [], root }: CommandEnvOptions = {}): Environment {
  // A shell that finds PWD there may believe it instead of looking where it stands.
  const hidden = new Set(['PWD', 'OLDPWD', ...hide].map((name) => name.toUpperCase()));
  const kept = Object.entries(env).filter(
    ([name, value]) =>
      !SECRET.test(name) &&
      !SHELL.test(name) &&
      !value?.startsWith('() {') &&
      !hidden.has(name.toUpperCase()),
  );
  const all = Object.fromEntries(kept);
  const { PATH } = all;
  return {
    ...all,
    ...(PATH !== undefined && { PATH: programPath(PATH, root) }),
    ...gitConfig(all),
    ...QUIET,
  };
}

/** Folders that depend on where a command runs are left out; those of the workspace come last. */
function programPath(path: string, root: string | undefined): string {
  const folders = path.split(delimiter).filter(isAbsolute);
  const isInside = (folder: string): boolean =>
    root !== undefined && (folder === root || folder.startsWith(`${root}/`));
  return [...folders.filter((each) => !isInside(each)), ...folders.filter(isInside)].join(delimiter);
}

/** Our settings for git behind those that are there. */
function gitConfig(env: Environment): Environment {
  const count = env['GIT_CONFIG_COUNT'] ?? '';
  const from = /^\d{1,4}$/.test(count) ? Number(count) : 0;
  return Object.fromEntries([
    ['GIT_CONFIG_COUNT', String(from + GIT.length)],
    ...GIT.flatMap(([key, value], i) => [
      [`GIT_CONFIG_KEY_${from + i}`, key],
      [`GIT_CONFIG_VALUE_${from + i}`, value],
    ]),
  ]);
}

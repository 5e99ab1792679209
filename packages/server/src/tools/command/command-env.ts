export type Environment = Readonly<Record<string, string | undefined>>;

/** Our own settings, among them keys and the address of the database; and the keys of model providers. */
const SECRET = /^MILLRACE_|_API_KEYS?$/i;

/** Nobody answers a question and nobody turns a page. */
const QUIET: Environment = { TERM: 'dumb', PAGER: 'cat', GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0' };

/** The environment of a command: ours without secrets, the names to hide, and where we stand ourselves. Pure. */
export function commandEnv(env: Environment, hide: readonly string[] = []): Environment {
  // A shell that finds PWD there may believe it instead of looking where it stands.
  const hidden = new Set(['PWD', 'OLDPWD', ...hide].map((name) => name.toUpperCase()));
  const kept = Object.entries(env).filter(([name]) => !SECRET.test(name) && !hidden.has(name.toUpperCase()));
  return { ...Object.fromEntries(kept), ...QUIET };
}

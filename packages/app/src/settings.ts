import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { type ProviderCredentials, parseDataKey } from '@millrace/server';
import { type DoorSettings, readDoorSettings } from './door-settings.ts';
import { readProviders } from './read-providers.ts';
import { readWebSettings, type WebSettings } from './web-settings.ts';

/** The settings that the environment gives. */
export interface Settings {
  /** The folder of the database, and of what else the server keeps. */
  readonly data: string;
  /** The folder of the keys that seal it, and of the certificates that the server makes for itself. */
  readonly keys: string;
  /** The folder that tools work in; without it one of sample files. */
  readonly workspace: string | undefined;
  /** Seals what is stored; without it a key of the key folder does. */
  readonly key: Uint8Array | undefined;
  /** False where the server makes no home keys: only devices of people hold their keys. */
  readonly homeKeys: boolean;
  /** The address of a Postgres that keeps everything instead of SQLite. */
  readonly store: string | undefined;
  readonly port: number | undefined;
  readonly token: string | undefined;
  readonly model: string | undefined;
  /** How many tokens an answer may have at most. */
  readonly maxTokens: number | undefined;
  /** How large a file may be, and all files of an account together, in bytes. */
  readonly files: { readonly largest?: number; readonly all?: number };
  readonly demoPaceMs: number | undefined;
  /** How the environment connects each provider. */
  readonly providers: Readonly<Record<string, ProviderCredentials>>;
  /** The address where Prometheus reads metrics. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** The least that lines of JSON tell; without it there are none. */
  readonly log: 'info' | 'warn' | 'error' | undefined;
  /** Shuts commands in. */
  readonly sandbox: 'bwrap' | undefined;
  /** Models that call tools in their text. */
  readonly textCalls: readonly string[];
  readonly web: WebSettings;
  readonly door: DoorSettings;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Reads the environment. Throws with the fix when a variable makes no sense. Pure. */
export function readSettings(env: Env): Settings {
  const value = (name: string): string | undefined => env[name] || undefined;
  return {
    data: resolve(value('MILLRACE_DATA') ?? '.millrace'),
    keys: resolve(value('MILLRACE_KEYS') ?? join(configFolder(value), 'millrace')),
    workspace: folder(value('MILLRACE_WORKSPACE')),
    key: dataKey(value('MILLRACE_KEY')),
    homeKeys: homeKeys(value('MILLRACE_HOME_KEY')),
    store: storeAddress(value('MILLRACE_STORE')),
    port: wholeNumber('PORT', value('PORT'), 65_535),
    token: startToken(value('MILLRACE_TOKEN')),
    model: value('MILLRACE_MODEL'),
    maxTokens: wholeNumber('MILLRACE_MAX_TOKENS', value('MILLRACE_MAX_TOKENS'), 1_000_000, 1),
    files: {
      ...megabytes('largest', 'MILLRACE_MAX_FILE', value),
      ...megabytes('all', 'MILLRACE_MAX_FILES', value),
    },
    demoPaceMs: wholeNumber('MILLRACE_DEMO_PACE', value('MILLRACE_DEMO_PACE'), 10_000),
    providers: readProviders(env),
    metrics: metricsAddress(value('MILLRACE_METRICS')),
    log: logLevel(value('MILLRACE_LOG')),
    sandbox: sandbox(value('MILLRACE_SANDBOX')),
    textCalls: (value('MILLRACE_TEXT_CALLS') ?? '').split(',').filter((id) => id !== ''),
    web: readWebSettings(value),
    door: readDoorSettings(value),
  };
}

const MEGABYTE = 1024 * 1024;

/** A number of megabytes, as bytes under a name; nothing when it is not given. */
function megabytes<Name extends string>(
  name: Name,
  variable: string,
  value: (name: string) => string | undefined,
): { readonly [Key in Name]?: number } {
  const many = wholeNumber(variable, value(variable), 1_000_000, 1);
  // The one key is the name.
  return many === undefined ? {} : ({ [name]: many * MEGABYTE } as { readonly [Key in Name]: number });
}

/** The folder in which programs of this user keep their settings. */
function configFolder(value: (name: string) => string | undefined): string {
  return value('XDG_CONFIG_HOME') ?? join(value('HOME') ?? homedir(), '.config');
}

function wholeNumber(name: string, text: string | undefined, max: number, min = 0): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new Error(`${name} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}.`);
}

function metricsAddress(text: string | undefined): Settings['metrics'] {
  if (text === undefined) return undefined;
  const [, host = '127.0.0.1', port] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
  if (port !== undefined && Number(port) <= 65_535)
    return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
  throw new Error(
    `MILLRACE_METRICS must be a port, or an address and a port such as 0.0.0.0:9464, not ${JSON.stringify(text)}.`,
  );
}

function logLevel(text: string | undefined): Settings['log'] {
  if (text === undefined || text === 'info' || text === 'warn' || text === 'error') return text;
  throw new Error(
    `MILLRACE_LOG must be info, warn or error, not ${JSON.stringify(text)}. Unset it for no lines of JSON.`,
  );
}

function sandbox(text: string | undefined): Settings['sandbox'] {
  if (text === undefined || text === 'bwrap') return text;
  throw new Error(`MILLRACE_SANDBOX must be bwrap, not ${JSON.stringify(text)}. Unset it for no sandbox.`);
}

function folder(path: string | undefined): string | undefined {
  return path === undefined ? undefined : resolve(path);
}

function dataKey(base64: string | undefined): Uint8Array | undefined {
  if (base64 === undefined) return undefined;
  const key = parseDataKey(base64);
  if (key !== undefined) return key;
  throw new Error('MILLRACE_KEY must be 32 bytes in base64. "openssl rand -base64 32" creates such a key.');
}

function homeKeys(text: string | undefined): boolean {
  if (text === undefined || text === 'on' || text === 'off') return text !== 'off';
  throw new Error(
    `MILLRACE_HOME_KEY must be on or off, not ${JSON.stringify(text)}. Unset it to let this computer hold a key for each account.`,
  );
}

function storeAddress(text: string | undefined): string | undefined {
  if (text === undefined || /^postgres(ql)?:\/\//.test(text)) return text;
  throw new Error(
    'MILLRACE_STORE must look like postgres://user:password@host:5432/database. Unset it to keep everything in SQLite.',
  );
}

function startToken(text: string | undefined): string | undefined {
  if (text === undefined || /^[A-Za-z0-9_-]{16,200}$/.test(text)) return text;
  throw new Error('MILLRACE_TOKEN must be 16 to 200 letters, digits, - or _.');
}

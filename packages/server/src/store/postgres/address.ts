import { Client, type ClientConfig } from 'pg';

/** The address and user of a Postgres. Never holds the password in a field that is printed. */
export interface Address {
  readonly config: ClientConfig;
  /** The schema that the address names; it is made when it is missing. */
  readonly schema: string | undefined;
  readonly host: string;
  readonly user: string;
  readonly database: string;
}

const CONNECT_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;
const LOOKS = 'postgres://user:password@host:5432/database';

/**
 * Reads an address like `postgres://user:password@host:5432/database`, with all that the driver knows behind `?`,
 * and `schema=name` for tables in a separate schema. Throws with the fix; the sentence has no password in it.
 */
export function readAddress(url: string): Address {
  const [place = '', query = ''] = url.split(/\?(.*)/s);
  if (!/^postgres(ql)?:\/\//.test(place)) throw new Error(`A Postgres address looks like ${LOOKS}.`);
  const params = new URLSearchParams(query);
  const schema = params.get('schema') ?? undefined;
  if (schema !== undefined) {
    if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
      throw new Error(
        `A schema in a Postgres address must be lowercase letters, digits and _, not ${schema}.`,
      );
    }
    params.delete('schema');
    params.set('options', `${params.get('options') ?? ''} -c search_path=${schema}`.trim());
  }
  const config: ClientConfig = {
    connectionString: params.size === 0 ? place : `${place}?${params}`,
    fallback_application_name: 'millrace',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  };
  const { host, port, user = '', database = user } = clientOf(config);
  const shown = host.startsWith('/') ? host : `${host}:${port}`;
  return { config, schema, host: shown, user, database };
}

/** The driver knows the defaults. Making a client connects to nothing. */
function clientOf(config: ClientConfig): Client {
  try {
    return new Client(config);
  } catch {
    // Its error may quote the address, password and all.
    throw new Error(
      `The Postgres address can't be read. It looks like ${LOOKS}; write special characters as %XX.`,
    );
  }
}

/** Hosts that may be reached although they are not public. */
export type AllowedHosts = (url: URL) => boolean;

/**
 * Reads entries such as `localhost`, `10.0.0.5`, `[::1]` and `wiki.lan:8080`; one without a port stands for every port.
 * Throws with the fix when an entry is none. Pure.
 */
export function allowedHosts(entries: readonly string[]): AllowedHosts {
  const allowed = new Set(entries.map((entry) => parseEntry(entry.trim())));
  return (url) => {
    const name = plainName(url.hostname);
    return allowed.has(name) || allowed.has(`${name}:${portOf(url)}`);
  };
}

function parseEntry(entry: string): string {
  const url = URL.canParse(`http://${entry}`) ? new URL(`http://${entry}`) : undefined;
  const port = /:(\d+)$/.exec(entry)?.[1];
  const isHost = url !== undefined && url.username === '' && !/[/?#@\\]/.test(entry);
  if (isHost)
    return port === undefined ? plainName(url.hostname) : `${plainName(url.hostname)}:${Number(port)}`;
  throw new Error(
    `${JSON.stringify(entry)} is not a host. Write a host such as localhost, 10.0.0.5 or wiki.lan:8080.`,
  );
}

/** The name without the dot that only says that it is complete. */
function plainName(hostname: string): string {
  return hostname.replace(/\.$/, '');
}

/** The port that a URL means. Pure. */
export function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { toStoreError, writePrivate } from '@millrace/server';

// Tells other commands where the server of a data folder listens.

const file = (data: string): string => join(data, 'server.json');

/** The addresses of a server: for programs of this machine, and for links. */
export interface ServerPlace {
  readonly url: string;
  readonly publicUrl: string;
}

export function writeServerFile(data: string, { url, publicUrl }: ServerPlace): void {
  try {
    writePrivate(file(data), `${JSON.stringify({ url, public_url: publicUrl })}\n`);
  } catch (error) {
    throw toStoreError(error, file(data));
  }
}

/** Servers on one Postgres may share a folder: the file of another one stays. */
export function removeServerFile(data: string, url: string): void {
  if (readServerFile(data)?.url === url) rmSync(file(data), { force: true });
}

/** The addresses of the server that runs on this data folder, if one does. */
export function readServerFile(data: string): ServerPlace | undefined {
  try {
    const { url, public_url = url } = JSON.parse(readFileSync(file(data), 'utf8')) as Record<string, unknown>;
    return typeof url === 'string' && typeof public_url === 'string'
      ? { url, publicUrl: public_url }
      : undefined;
  } catch {
    return undefined;
  }
}

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { toStoreError, writePrivate } from '@millrace/server';

// Tells other commands where the server of a data folder listens.

const file = (data: string): string => join(data, 'server.json');

export function writeServerFile(data: string, url: string): void {
  try {
    writePrivate(file(data), `${JSON.stringify({ url })}\n`);
  } catch (error) {
    throw toStoreError(error, file(data));
  }
}

/** Servers on one Postgres may share a folder: the file of another one stays. */
export function removeServerFile(data: string, url: string): void {
  if (readServerFile(data) === url) rmSync(file(data), { force: true });
}

/** The address of the server that runs on this data folder, if one does. */
export function readServerFile(data: string): string | undefined {
  try {
    const { url } = JSON.parse(readFileSync(file(data), 'utf8')) as { url?: unknown };
    return typeof url === 'string' ? url : undefined;
  } catch {
    return undefined;
  }
}

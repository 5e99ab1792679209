import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { FetchRefused } from './fetch-refused.ts';

export interface Body {
  readonly body: Buffer;
  /** True if there was more than the limit. */
  readonly isCut: boolean;
}

/**
 * Reads a body up to a limit, which holds for what comes in and for what it unpacks to; then the connection is closed. So a
 * bomb costs no more than a page.
 */
export async function readBody(
  response: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Body> {
  const unpack = unpackerOf(response);
  const chunks: Buffer[] = [];
  let [read, kept] = [0, 0];
  return new Promise((resolve, reject) => {
    const source = unpack === undefined ? response : response.pipe(unpack);
    const close = (): void => {
      response.destroy();
      unpack?.destroy();
      signal.removeEventListener('abort', stop);
    };
    const end = (isCut: boolean): void => {
      resolve({ body: Buffer.concat(chunks).subarray(0, maxBytes), isCut });
      close();
    };
    const fail = (error: unknown): void => {
      reject(error);
      close();
    };
    function stop(): void {
      fail(signal.reason);
    }
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    if (unpack !== undefined)
      response.on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read > maxBytes) end(true);
      });
    source.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      kept += chunk.length;
      if (kept > maxBytes) end(true);
    });
    source.on('end', () => end(false));
    response.on('error', (cause) => fail(brokenOff(cause)));
    response.on('aborted', () => fail(brokenOff()));
    unpack?.on('error', (cause) =>
      fail(new FetchRefused('bad_answer', 'Its answer could not be decompressed.', { cause })),
    );
  });
}

function brokenOff(cause?: Error): FetchRefused {
  return new FetchRefused('bad_answer', 'The connection broke in the middle of its answer.', { cause });
}

function unpackerOf(response: IncomingMessage): Transform | undefined {
  const coding = response.headers['content-encoding']?.trim().toLowerCase() ?? '';
  switch (coding) {
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      response.destroy();
      throw new FetchRefused(
        'bad_answer',
        `It is compressed as ${coding.slice(0, 40)}, which was not asked for.`,
      );
  }
}

import {
  ALL_FILES,
  FILE_PIECE,
  type FileLimits,
  type FileOutline,
  type FileProgress,
  type FileSheets,
  fromWorkspaceRequest,
  LARGEST_FILE,
  type MessageFile,
  MOST_FILES,
  newFileRequest,
  toWorkspaceRequest,
} from '@millrace/engine/run';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import { documentTextApart } from '../../files/document-apart.ts';
import { isDocument } from '../../files/document-text.ts';
import { outlineOf } from '../../files/outline.ts';
import { DamagedFile, filePieces, finishUpload, wholeFile } from '../../files/stored-file.ts';
import type { RequestParts } from '../request/bindings.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';
import { attachFromWorkspace, saveToWorkspace, type WorkspaceFileParts } from '../turn/workspace-files.ts';

export interface FileParts extends WorkspaceFileParts {
  /** The limits, where they differ from the usual ones. */
  readonly files?: Partial<Pick<FileLimits, 'largest' | 'all'>> | undefined;
}

const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Pictures that a browser only draws. Everything else comes as bytes without a meaning. */
const DRAWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** The files of messages: uploads that go on where they were cut, and downloads that no browser runs. */
export function fileRoutes({ files = {}, ...parts }: FileParts): Hono<{ Bindings: RequestParts }> {
  const { largest = LARGEST_FILE, all = ALL_FILES } = files;
  const { store } = parts;
  const routes = new Hono<{ Bindings: RequestParts }>();
  routes.route('/', contentRoutes({ files, ...parts }, { largest, all }));

  routes.get('/', async (c) =>
    c.json<FileLimits>({ largest, all, used: await store.fileUse(), most: MOST_FILES }),
  );

  routes.put('/:id', async (c) => {
    const id = c.req.param('id');
    const asked = await jsonBody(c, newFileRequest);
    if (!ID.test(id)) throw problem(400, 'bad_body', 'The id must be 1 to 64 letters, digits, - or _.');
    if (asked.size > largest)
      throw problem(413, 'file_too_large', `A file can have at most ${megabytes(largest)}.`, { largest });
    const begun = await store.beginFile({ ...asked, id, all, ts: Date.now() });
    if (begun.type === 'other_file')
      throw problem(409, 'other_file', `There is another file ${id}. Send a new id.`);
    if (begun.type === 'over_quota')
      throw problem(
        413,
        'files_full',
        `All your files together can have at most ${megabytes(all)}, and ${megabytes(begun.used)} are used. Delete chats with large files.`,
        { all, used: begun.used },
      );
    return c.json<FileProgress>(begun.progress);
  });

  routes.put('/:id/pieces/:index', async (c) => {
    const [id, index] = [c.req.param('id'), Number(c.req.param('index'))];
    // A request that is refused before its body was read would end the connection.
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    if (!Number.isSafeInteger(index) || index < 0)
      throw problem(400, 'bad_piece', 'The number of a piece is a whole number from 0 on.');
    const put = await store.putPiece({ id, index, bytes, ts: Date.now() });
    if (put.type === 'no_file') throw noUpload(id);
    if (put.type === 'other_piece')
      throw problem(
        409,
        'other_piece',
        `The next piece is number ${put.pieces} and has ${put.length} bytes; each but the last has ${FILE_PIECE}.`,
        { pieces: put.pieces },
      );
    return c.json({ pieces: put.pieces });
  });

  routes.post('/:id/done', async (c) => {
    const id = c.req.param('id');
    await jsonBody(c, z.strictObject({}));
    const progress = await store.fileProgress(id);
    if (progress === undefined) throw noUpload(id);
    if (progress.file !== undefined) return c.json<MessageFile>(progress.file);
    const { pieces, size, name } = progress;
    if (pieces * FILE_PIECE < size)
      throw problem(409, 'other_piece', `The upload is not over: piece number ${pieces} is the next.`, {
        pieces,
      });
    const file = await readable(() => finishUpload(store, { id, name }));
    if (file === undefined) throw noUpload(id);
    return c.json<MessageFile>(file);
  });

  routes.get('/:id', async (c) => {
    const id = c.req.param('id');
    const file = await store.findFile(id);
    if (file === undefined) throw noFile(id);
    const pieces = filePieces(store, id);
    const first = await readable(() => pieces.next());
    return new Response(stream(first.value, pieces), {
      headers: {
        // A file is no page of ours, whatever is in it.
        'content-security-policy': "default-src 'none'; sandbox",
        'content-type': DRAWN.has(file.type) ? file.type : 'application/octet-stream',
        'content-length': String(file.size),
        'content-disposition': `attachment; filename*=UTF-8''${encodeName(file.name)}`,
      },
    });
  });

  routes.delete('/:id', async (c) => {
    await store.dropFile(c.req.param('id'));
    return c.body(null, 204);
  });

  return routes;
}

/** Reading files for people, and the way from and to the workspace. */
function contentRoutes(parts: FileParts, limits: Pick<FileLimits, 'largest' | 'all'>): Hono {
  const { store } = parts;
  const routes = new Hono();

  routes.get('/:id/outline', async (c) => {
    const file = await store.findFile(c.req.param('id'));
    if (file === undefined) throw noFile(c.req.param('id'));
    const bytes = () => readable(() => wholeFile(store, file.id));
    return c.json<FileOutline>(await outlineOf(file, bytes, c.req.raw.signal));
  });

  routes.get('/:id/sheets', async (c) => {
    const file = await store.findFile(c.req.param('id'));
    if (file === undefined) throw noFile(c.req.param('id'));
    const bytes = await readable(() => wholeFile(store, file.id));
    const read = isDocument(file.type)
      ? await documentTextApart(bytes, file.type, c.req.raw.signal)
      : undefined;
    if (read?.unit !== 'sheet') throw problem(422, 'no_sheets', 'The file is no workbook that can be read.');
    const sheets = read.parts.map(({ name, rows = [] }) => ({ name, rows }));
    return c.json<FileSheets>({ sheets, is_cut: read.isCut });
  });

  routes.post('/:id/save', async (c) => {
    const asked = await jsonBody(c, toWorkspaceRequest);
    const file = await store.findFile(c.req.param('id'));
    if (file === undefined) throw noFile(c.req.param('id'));
    await readable(() => saveToWorkspace(parts, file, asked, c.req.raw.signal));
    return c.body(null, 204);
  });

  routes.post('/:id/attach', async (c) => {
    const asked = await jsonBody(c, fromWorkspaceRequest);
    const id = c.req.param('id');
    if (!ID.test(id)) throw problem(400, 'bad_body', 'The id must be 1 to 64 letters, digits, - or _.');
    return c.json<MessageFile>(await readable(() => attachFromWorkspace(parts, id, asked, limits)));
  });

  return routes;
}

/** The rest of a file as a reader takes it. */
function stream(first: Uint8Array | undefined, rest: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      start: (controller) => first && controller.enqueue(first),
      async pull(controller) {
        const { value, done } = await rest.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => void (await rest.return(undefined)),
    },
    { highWaterMark: 1 },
  );
}

async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DamagedFile) throw problem(500, 'damaged_file', error.message);
    throw error;
  }
}

const megabytes = (bytes: number): string => `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`;

/** A name as a header may have it (RFC 8187). */
const encodeName = (name: string): string =>
  encodeURIComponent(name.replace(/[\ud800-\udfff]/gu, '\ufffd')).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );

const noUpload = (id: string) =>
  problem(404, 'no_file', `There is no upload ${id}. Begin one with PUT /api/files/${id}.`);

const noFile = (id: string) => problem(404, 'no_file', `There is no file ${id}, or its chat was deleted.`);

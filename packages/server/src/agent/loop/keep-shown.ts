import { createHash, randomUUID } from 'node:crypto';
import type { ShownFile } from '@millrace/engine/run';
import { fileTypeReader } from '../../files/file-type.ts';
import { pictureSize } from '../../files/picture-size.ts';
import type { OutcomeFile, ToolOutcome } from '../../tools/define/tool.ts';
import { trusted } from '../log/run-log.ts';
import type { Turn } from '../plan/turn.ts';

/** The most files of one call. */
const MOST_SHOWN = 20;
const LARGEST_SHOWN = 25 * 1024 * 1024;

/** Keeps the files and pictures of a call with the message of its run. What has no room, or is no file, is left out. */
export async function keepShown(
  { store, run, clock, allFiles }: Pick<Turn, 'store' | 'run' | 'clock' | 'allFiles'>,
  tool: string,
  { shown = [], images = [] }: ToolOutcome,
): Promise<readonly ShownFile[]> {
  const seen = images.map(({ media_type, data }, i): OutcomeFile => {
    const ending = media_type.replace('image/', '').replace('jpeg', 'jpg');
    return { name: `${tool}-${i + 1}.${ending}`, bytes: Buffer.from(data, 'base64') };
  });
  const made = new Set(shown.map(({ bytes }) => hashOf(bytes)));
  const aside = seen.filter(({ bytes }) => !made.has(hashOf(bytes)));
  const kept: ShownFile[] = [];
  for (const { name, bytes, alt } of [...shown, ...aside].slice(0, MOST_SHOWN)) {
    if (bytes.length === 0 || bytes.length > LARGEST_SHOWN) continue;
    const type = fileTypeReader(name);
    type.read(bytes);
    const file = await trusted(() =>
      store.addFile({
        ...{ id: randomUUID(), chatId: run.chatId, messageId: run.id, name: oneLine(name), type: type.end() },
        ...{ hash: hashOf(bytes), bytes, ...pictureSize(bytes), all: allFiles, ts: clock.now() },
      }),
    );
    const isAside = !made.has(hashOf(bytes));
    if (file !== undefined)
      kept.push({ ...file, ...(alt !== undefined && { alt }), ...(isAside && { aside: true }) });
  }
  return kept;
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const oneLine = (name: string): string =>
  name
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .trim()
    .slice(-255) || 'file';

import type { CallFiles, KeptFile } from '@millrace/engine/run';
import type { RunStore } from '../../store/store.ts';
import { textBefore } from '../../tools/diff/made-file.ts';
import { problem } from '../request/problem.ts';

const READ_AT_ONCE = 1000;

/** The files that a call changed, as it found and left them, whatever became of them since. Refused where they were not kept. */
export async function callFiles(
  store: Pick<RunStore, 'readEvents'>,
  runId: string,
  toolUseId: string,
): Promise<CallFiles> {
  const kept = await keptFiles(store, runId, toolUseId);
  if (kept === undefined)
    throw problem(404, 'no_files', 'The texts of these files were not kept. Look at the files themselves.');
  return { files: kept.map((file) => ({ path: file.path, before: textBefore(file), after: file.after })) };
}

/** The last end of a call counts. */
async function keptFiles(
  store: Pick<RunStore, 'readEvents'>,
  runId: string,
  toolUseId: string,
): Promise<readonly KeptFile[] | undefined> {
  let found: readonly KeptFile[] | undefined;
  for (let seq = 0; ; seq += READ_AT_ONCE) {
    const events = await store.readEvents(runId, seq, READ_AT_ONCE);
    for (const event of events)
      if (event.type === 'tool_complete' && event.tool_use_id === toolUseId) found = event.files;
    if (events.length < READ_AT_ONCE) return found;
  }
}

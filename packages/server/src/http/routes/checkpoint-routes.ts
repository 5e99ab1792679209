import {
  type ChatCheckpoint,
  type CheckpointList,
  type MessageRecord,
  type RestoreAnswer,
  restoreRequest,
  type WorkspaceDiff,
} from '@millrace/engine/run';
import { Hono } from 'hono';
import type { RunStore } from '../../store/store.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';
import { placeBefore, runOf } from '../turn/chat-place.ts';
import { checkpointProblem } from '../turn/checkpoint-problem.ts';
import { type GoBackParts, goBack } from '../turn/go-back.ts';
import { noChat } from '../turn/start-turn.ts';

export interface CheckpointRoutesOptions extends GoBackParts {
  readonly store: GoBackParts['store'] & RunStore;
}

const READ_AT_ONCE = 1000;

/** The states of the workspace that a chat can go back to, what differs between them, and going back. */
export function checkpointRoutes(options: CheckpointRoutesOptions): Hono {
  const { store, checkpoints } = options;
  const routes = new Hono();
  const underWay = new Map<string, Promise<RestoreAnswer>>();

  /** The runs of a chat that have a checkpoint, oldest first. */
  async function savedRuns(chatId: string): Promise<{ runId: string; checkpointId: string }[]> {
    const chat = await store.getChat(chatId);
    if (chat === undefined) throw noChat(chatId);
    const records = await store.readMessages(chatId, 0);
    const saved = records.flatMap(({ id: runId, checkpoint_id: checkpointId }) =>
      checkpointId === undefined ? [] : [{ runId, checkpointId }],
    );
    const working = chat.run_id === null ? undefined : await checkpointOf(store, chat.run_id);
    return working === undefined ? saved : [...saved, working];
  }

  routes.get('/:id/checkpoints', async (c) => {
    const saved = await savedRuns(c.req.param('id'));
    const trouble = checkpoints === undefined ? NO_CHECKPOINTS : await checkpoints.trouble();
    if (checkpoints === undefined || trouble !== undefined)
      return c.json<CheckpointList>({ checkpoints: [], disk: null, trouble: trouble ?? null });
    const [kept, disk] = await Promise.all([checkpoints.list(), checkpoints.usage()]).catch(fail);
    const byId = new Map(kept.map((each) => [each.id, each]));
    const list = saved.flatMap(({ runId, checkpointId }): ChatCheckpoint[] => {
      const found = byId.get(checkpointId);
      if (found === undefined) return [];
      const { id, ts, files, notes } = found;
      return [{ id, run_id: runId, ts, files, notes }];
    });
    return c.json<CheckpointList>({ checkpoints: list, disk, trouble: null });
  });

  routes.get('/:id/checkpoints/diff', async (c) => {
    const chatId = c.req.param('id');
    const saved = await savedRuns(chatId);
    const records = await store.readMessages(chatId, 0);
    const { from = 'start', to = 'now' } = c.req.query();
    const first = from === 'start' ? saved[0]?.checkpointId : stateNamed(from, saved, records);
    const last = to === 'now' ? to : stateNamed(to, saved, records);
    // No run has changed anything since.
    if (checkpoints === undefined || first === undefined || last === undefined || first === last)
      return c.json<WorkspaceDiff>({ files: [], patch: '', is_cut: false });
    const { files, patch, isCut } = await checkpoints.diff(first, last).catch(fail);
    return c.json<WorkspaceDiff>({ files, patch, is_cut: isCut });
  });

  routes.post('/:id/restore', async (c) => {
    const request = await jsonBody(c, restoreRequest);
    const asked = { ...request, chatId: c.req.param('id'), actor: c.get('device') };
    const key = `${asked.chatId}:${asked.command_id}`;
    const answer = underWay.get(key) ?? goBack(options, asked).finally(() => underWay.delete(key));
    underWay.set(key, answer);
    return c.json<RestoreAnswer>(await answer);
  });

  return routes;
}

const NO_CHECKPOINTS = 'This server has no checkpoints.';

function fail(error: unknown): never {
  throw checkpointProblem(error);
}

/** The checkpoint of a name: its id, or the id of a run; undefined when no run has changed anything since. */
function stateNamed(
  name: string,
  saved: readonly { readonly runId: string; readonly checkpointId: string }[],
  records: readonly MessageRecord[],
): string | undefined {
  const own = saved.find(({ runId, checkpointId }) => checkpointId === name || runId === name);
  if (own !== undefined) return own.checkpointId;
  const place = placeBefore(records, runOf(records, name) ?? name);
  if (place === undefined)
    throw problem(
      404,
      'no_checkpoint',
      `This chat has no checkpoint or run ${name}. GET …/checkpoints lists them.`,
    );
  return place.checkpointId ?? undefined;
}

/** The checkpoint of a run that has not ended. */
async function checkpointOf(
  store: RunStore,
  runId: string,
): Promise<{ runId: string; checkpointId: string } | undefined> {
  for (let after = 0; ; ) {
    const events = await store.readEvents(runId, after, READ_AT_ONCE);
    for (const event of events)
      if (event.type === 'checkpoint' && event.checkpoint_id !== null)
        return { runId, checkpointId: event.checkpoint_id };
    const last = events.at(-1);
    if (last === undefined || events.length < READ_AT_ONCE) return undefined;
    after = last.seq;
  }
}

import type { ChangeChatsRequest } from '@millrace/engine/run';
import { type Bus, CHATS_TOPIC } from '../../agent/log/bus.ts';
import type { Runner } from '../../agent/run/runner.ts';
import type { ProjectStore } from '../../store/project-store.ts';
import { problem } from '../request/problem.ts';

export interface PlaceParts {
  readonly store: ProjectStore;
  readonly bus: Bus;
  readonly runner: Pick<Runner, 'cancel'>;
}

/** Changes the places of chats, tells every device, and stops the runs of those that were deleted. Returns those that were there. */
export async function changePlaces(
  { store, bus, runner }: PlaceParts,
  ids: readonly string[],
  { project_id, ...change }: Omit<ChangeChatsRequest, 'ids'>,
): Promise<readonly string[]> {
  const result = await store.changePlaces({ ...change, ids, projectId: project_id, ts: Date.now() });
  if (result.type === 'no_project') throw noProject(project_id ?? '');
  for (const id of result.ids) bus.publish(CHATS_TOPIC, id);
  // The store has the wish to stop them. Nobody waits for them to end: the chat is gone already.
  for (const runId of result.stopped) void runner.cancel(runId);
  return result.ids;
}

export function noProject(id: string) {
  return problem(404, 'no_project', `There is no project ${id}. GET /api/projects lists them.`);
}

import type { WholeStore as Store } from '../../fixtures/whole-store.ts';

/** A chat to put into a store. */
export interface Seed {
  readonly id: string;
  readonly title: string;
  readonly project?: string;
  readonly pinned?: boolean;
  readonly archived?: boolean;
  /** Its run waits for a person, or another server works on it. */
  readonly state?: 'waits' | 'works';
  /** How many days ago its message was sent. */
  readonly days?: number;
}

const DAY = 24 * 60 * 60_000;

/** Puts chats into a store, each newer than the one after it. */
export async function seedChats(store: Store, seeds: readonly Seed[]): Promise<void> {
  const now = Date.now();
  for (const [
    i,
    { id, title, project, pinned = false, archived = false, state, days = 0 },
  ] of seeds.entries()) {
    const ts = now - i - days * DAY;
    await store.createChat(id, ts, project);
    const ids = { commandId: `post-${id}`, chatId: id, messageId: `message-${id}`, runId: `run-${id}` };
    await store.postMessage({ ...ids, text: title, model: 'test/script', ts });
    const run = await store.claimRun(ids.runId, { owner: 'another', now, leaseMs: DAY });
    const claim = { runId: ids.runId, fence: run?.fence ?? 0 };
    if (state === 'waits') await store.park(claim, 0, null);
    if (state === undefined)
      await store.endRun(
        claim,
        0,
        { type: 'complete' },
        { role: 'assistant', text: `Answer to ${title}`, status: 'completed' },
        ts,
      );
    if (pinned || archived) await store.changePlaces({ ids: [id], pinned, archived, ts });
  }
}

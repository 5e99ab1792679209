import type { SaveSheetRequest, SheetVersionInfo } from '@millrace/engine/run';
import type { Client } from '../../client/create-client.ts';
import type { EditedVersion, SheetEdits } from '../../embeds/sheet/sheet-edits.ts';
import { createSaveQueue, type QueueTimes } from './save-queue.ts';

/** The requests that versions need. */
export type SheetClient = Pick<Client, 'readSheets' | 'readSheet' | 'saveSheet'>;

/** The versions of the tables of one chat, as its server has them and as they are edited here. */
export interface ChatSheets extends SheetEdits {
  /** Is told the number of the newest version of the chat, and fetches what is new. Never rejects. */
  hear(edits: number): Promise<void>;
}

type Version = SheetVersionInfo & Pick<EditedVersion, 'cells'>;

const TIMES: QueueTimes = { restMs: 600, retryMs: 2000 };

/** An edit is shown at once and sent when the ones before it are; versions of other devices come when the chat list tells of them. */
export function createChatSheets(client: SheetClient, chatId: string, times = TIMES): ChatSheets {
  const versions = new Map<string, Version>();
  const listeners = new Set<() => void>();
  const lists = new Map<string, readonly EditedVersion[]>();
  const loading = new Set<string>();
  let [known, wanted] = [0, 0];
  let fetching: Promise<void> | undefined;

  function tell(): void {
    lists.clear();
    for (const listener of listeners) listener();
  }

  const queue = createSaveQueue<SaveSheetRequest, SheetVersionInfo>({
    send: (id, request) => client.saveSheet(chatId, id, request),
    onSent(id, { rev, saved_at, from }, isLast) {
      // Nobody else saved in between, so there is nothing to fetch.
      if (rev === known + 1) known = rev;
      const shown = versions.get(id);
      if (isLast && shown !== undefined) versions.set(id, { ...shown, rev, saved_at, from });
    },
    onChange: tell,
    times,
  });

  function put(version: SheetVersionInfo & { readonly cells?: Version['cells'] }): void {
    // A state of this page that was not sent yet is newer than the server's.
    if (queue.has(version.id)) return;
    const old = versions.get(version.id);
    const cells = version.cells ?? (old?.step === version.step ? old.cells : undefined);
    versions.set(version.id, { ...version, cells });
  }

  async function fetchList(): Promise<void> {
    while (wanted > known) {
      const asked = wanted;
      const { versions: all } = await client.readSheets(chatId);
      known = Math.max(asked, ...all.map(({ rev }) => rev));
      for (const version of all) put(version);
      tell();
    }
  }

  async function fetchOne(id: string): Promise<void> {
    if (loading.has(id)) return;
    loading.add(id);
    try {
      put(await client.readSheet(chatId, id));
      tell();
    } catch {
      // It is asked for again when somebody looks at it again.
    } finally {
      loading.delete(id);
    }
  }

  return {
    versionsOf(embed, base) {
      const key = `${embed} ${base}`;
      const list = lists.get(key) ?? listOf([...versions.values()], embed, base);
      lists.set(key, list);
      return list;
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    load: (id) => void fetchOne(id),
    save({ id, embed, base, cells }) {
      const step = (versions.get(id)?.step ?? 0) + 1;
      const unsent = { rev: Number.POSITIVE_INFINITY, saved_at: Date.now(), from: '' };
      versions.set(id, { id, embed, base, step, cells, ...unsent });
      queue.put(id, { embed, base, step, cells });
      tell();
    },
    status: queue.status,
    retry: queue.retry,
    hear(edits) {
      wanted = Math.max(wanted, edits);
      if (wanted <= known) return Promise.resolve();
      // The next news makes up for a fetch that failed.
      fetching ??= fetchList()
        .catch(() => {})
        .finally(() => {
          fetching = undefined;
        });
      return fetching;
    },
  };
}

/** Oldest first; states that wait to be sent last, in the order of their changes. */
function listOf(versions: readonly Version[], embed: string, base: string): readonly EditedVersion[] {
  return versions
    .filter((version) => version.embed === embed && version.base === base)
    .toSorted((a, b) => (a.rev === b.rev ? a.saved_at - b.saved_at : a.rev - b.rev))
    .map(({ id, saved_at, from, cells }) => ({ id, savedAt: saved_at, from, cells }));
}

import { encodeSse } from '@millrace/engine';
import type { ChatChanges, ChatSummary } from '@millrace/engine/run';
import { type Bus, CHATS_TOPIC, NO_CHAT, VAULT_TOPIC } from '../../agent/log/bus.ts';
import type { ModelCatalog } from '../../models/catalog/catalog.ts';
import type { ProviderCatalog } from '../../models/catalog/provider-catalog.ts';
import type { ProjectStore } from '../../store/project-store.ts';
import type { AnswerStore, ChatStore } from '../../store/store.ts';
import { StoreError } from '../../store/store-error.ts';
import { VaultLockedError } from '../../store/vault-locked-error.ts';
import type { OpenDevices } from '../stream/open-devices.ts';
import type { SseStream } from '../stream/sse-stream.ts';

export interface SyncParts {
  readonly store: ChatStore & AnswerStore & Pick<ProjectStore, 'listProjects'>;
  readonly bus: Bus;
  readonly models: ModelCatalog | ProviderCatalog;
  readonly devices: OpenDevices;
  /** The device that reads. */
  readonly device: string;
  /** Counts what is new about the vault. */
  readonly vaultRev: () => number;
}

/** Chats that are read one by one; more are read as a whole list. */
const MOST_AT_ONCE = 1000;

/**
 * Sends the chat list with its projects and, from then on, each line of it that changes. A line is whole, so sending one twice does no harm
 * and a reader that comes back just starts again. The whole list is read only at the start and where a hint names no chat.
 */
export async function sendChats(parts: SyncParts, stream: SseStream): Promise<void> {
  const { store, bus, models, devices, device } = parts;
  const [sent, sentProjects] = [new Map<string, string>(), new Map<string, string>()];
  let wake = (): void => {};
  let stale = true;
  let changed: Set<string> | 'all' = 'all';
  let told = '[]';
  let revs = '{}';
  const look = (): void => {
    stale = true;
    wake();
  };
  const note = (chatId: string | undefined): void => {
    if (chatId === undefined) changed = 'all';
    else if (chatId !== NO_CHAT && changed !== 'all') changed.add(chatId);
    look();
  };
  // Other keys may open other titles.
  const ends = [bus.subscribe(CHATS_TOPIC, note), bus.subscribe(VAULT_TOPIC, () => note(undefined))];
  ends.push(devices.subscribe(look));
  if ('onChange' in models) ends.push(models.onChange(look));
  stream.signal.addEventListener('abort', () => wake());
  try {
    for (let first = true; !stream.signal.aborted; first = false) {
      stale = false;
      const ids: ReadonlySet<string> | 'all' = changed;
      changed = new Set();
      const { chats, gone } = await newLines(store, sent, ids);
      const allProjects = await store.listProjects();
      const projects = allProjects.filter((project) => remember(sentProjects, project));
      const goneProjects = forget(sentProjects, allProjects);
      const others = devices.others(device);
      const isNews = JSON.stringify(others) !== told;
      told = JSON.stringify(others);
      const newRevs = await revisions(parts);
      const isRevised = JSON.stringify(newRevs) !== revs;
      revs = JSON.stringify(newRevs);
      const news: ChatChanges = {
        chats,
        ...(gone.length > 0 && { gone }),
        ...(projects.length > 0 && { projects }),
        ...(goneProjects.length > 0 && { gone_projects: goneProjects }),
        ...(isNews && { devices: others }),
        ...(isRevised && newRevs),
      };
      const count = chats.length + gone.length + projects.length + goneProjects.length;
      if (count > 0 || isNews || isRevised || first) stream.send(encodeSse({ data: JSON.stringify(news) }));
      await stream.ready();
      if (!stale && !stream.signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } catch (error) {
    // The watch of the store reports its trouble.
    if (!(error instanceof StoreError || error instanceof VaultLockedError))
      console.error('The chat list could not be read:', error);
  } finally {
    for (const end of ends) end();
    stream.end();
  }
}

interface NewLines {
  readonly chats: readonly ChatSummary[];
  readonly gone: readonly string[];
}

/** The lines of these chats that are other than those that were sent. */
async function newLines(
  store: ChatStore,
  sent: Map<string, string>,
  ids: ReadonlySet<string> | 'all',
): Promise<NewLines> {
  if (ids === 'all' || ids.size > MOST_AT_ONCE) {
    const all = await store.listChats();
    return { chats: all.filter((chat) => remember(sent, chat)), gone: forget(sent, all) };
  }
  const [chats, gone]: [ChatSummary[], string[]] = [[], []];
  for (const id of ids) {
    const chat = await store.getChat(id);
    // A chat without a message is in no list.
    if (chat === undefined || chat.seq === 0) {
      if (sent.delete(id)) gone.push(id);
    } else if (remember(sent, chat)) chats.push(chat);
  }
  return { chats, gone };
}

/** The numbers of the last changes beside the chats; 0 is none. */
async function revisions({
  store,
  models,
  vaultRev,
}: SyncParts): Promise<Pick<ChatChanges, 'settings_rev' | 'models_rev' | 'vault_rev'>> {
  const { rev: settings_rev } = await store.readAnswers();
  const models_rev = 'revision' in models ? models.revision() : 0;
  const vault_rev = vaultRev();
  return {
    ...(settings_rev > 0 && { settings_rev }),
    ...(models_rev > 0 && { models_rev }),
    ...(vault_rev > 0 && { vault_rev }),
  };
}

interface Line {
  readonly id: string;
}

/** The lines that were sent and are not there any more. */
function forget(sent: Map<string, string>, lines: readonly Line[]): string[] {
  if (sent.size === lines.length) return [];
  const there = new Set(lines.map(({ id }) => id));
  const gone = [...sent.keys()].filter((id) => !there.has(id));
  for (const id of gone) sent.delete(id);
  return gone;
}

function remember(sent: Map<string, string>, line: Line): boolean {
  const json = JSON.stringify(line);
  if (sent.get(line.id) === json) return false;
  sent.set(line.id, json);
  return true;
}

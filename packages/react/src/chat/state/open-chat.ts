import { applyRunEvent, createRunState } from '@millrace/engine';
import {
  type ChatSummary,
  isRunEnd,
  type MessageRecord,
  type RunState,
  type SentFile,
  type SuggestedAction,
} from '@millrace/engine/run';
import { ApiError } from '../../client/api-error.ts';
import type { Client } from '../../client/create-client.ts';
import { createState } from '../../client/create-state.ts';
import { chatCommands } from './chat-commands.ts';
import { type ChatSheets, createChatSheets } from './sheet-edits.ts';

/** The state of a chat: its finished messages and the run that works on the next one. */
export interface ChatState {
  readonly messages: readonly MessageRecord[];
  readonly live: { readonly runId: string; readonly run: RunState } | null;
  readonly status: 'loading' | 'ready' | 'missing' | 'failed';
  /** `working`: no events come, but the server has said since that the run goes on. `lost`: nothing is known. */
  readonly connection: 'open' | 'lost' | 'working';
  /** Stop was pressed and the server has not answered yet. */
  readonly stopping: boolean;
  /** The newest message that was sent from here. */
  readonly sent: string | null;
}

/** The options of `send`. */
export interface SendOptions {
  readonly model?: string | undefined;
  /** The mode that the chat is in from now on. */
  readonly mode?: string | undefined;
  /** The message of the person that this one replaces, as another branch. */
  readonly insteadOf?: string | undefined;
  /** The files of the message: whole uploads, or files of the chat. */
  readonly files?: readonly SentFile[] | undefined;
  /** The project of a chat that its first message makes. */
  readonly project?: string | undefined;
  /** Names the wish to send it, so that it is sent once however often that is tried. */
  readonly commandId?: string | undefined;
}

/** A chat that a device has open: its state, and the requests that change it. */
export interface OpenChat {
  getState(): ChatState;
  subscribe(listener: () => void): () => void;
  /** Loads the chat and follows it until the returned function is called. */
  open(): () => void;
  /** Passes on the chat's line in the list, so that messages of other devices are fetched. */
  hear(summary: ChatSummary): void;
  /** Rejects with ApiError when the message could not be kept; then nothing was sent. */
  send(text: string, options?: SendOptions): Promise<void>;
  /** Does what the newest answer offered; its outcome is the chat's next message. Rejects like `send`. */
  act(action: SuggestedAction, model?: string): Promise<void>;
  /** Lets an answer go on that was not finished, in its own message. Rejects like `send`. */
  goOn(answerId: string): Promise<void>;
  /** Shows the branch that has this message, on every device. Rejects like `send`. */
  choose(messageId: string): Promise<void>;
  stop(): Promise<void>;
  /** The versions of its tables that people have edited. */
  readonly sheets: ChatSheets;
}

/** The page has its own words for the code. */
const RUN_LOST = 'This run ended when the server restarted.';

const NOTHING_YET = { messages: [], live: null, connection: 'open', stopping: false, sent: null } as const;

function lostRun({ runId, run }: NonNullable<ChatState['live']>): ChatState['live'] {
  const error = { type: 'error', message: RUN_LOST, code: 'lost', retryable: true } as const;
  return { runId, run: { ...run, status: 'failed', error } };
}

/** Opens a chat. The server's events are the only source of its state; this folds them. */
export function createOpenChat(client: Client, chatId: string, isNew: boolean): OpenChat {
  let value: ChatState = { ...NOTHING_YET, status: isNew ? 'ready' : 'loading' };
  const [state, sheets] = [createState(value), createChatSheets(client, chatId)];
  let opened = false;
  let closeStream = (): void => {};
  /** The run whose stream is open. */
  let watched: string | undefined;
  let fetching: Promise<void> | undefined;
  let fetchAgain = false;
  /** The chat as of the last fetch. Another epoch means that messages were hidden or came back. */
  let known = { seq: 0, epoch: 0 };

  function change(part: Partial<ChatState>): void {
    value = { ...value, ...part };
    state.set(value);
  }

  function leaveStream(): void {
    closeStream();
    watched = undefined;
  }

  /** Ends the live view: its message is there, or nobody watches it. */
  function unwatch(): void {
    leaveStream();
    change({ live: null, stopping: false });
  }

  /** Watches a run that was open when the chat's newest event had this number. */
  function watch(runId: string, chatSeq: number): void {
    const record = value.messages.find(({ id }) => id === runId);
    // Its message may have come since.
    if (!opened || watched === runId || revOf(record) > chatSeq) return;
    unwatch();
    watched = runId;
    let run = createRunState();
    change({ live: record === undefined ? { runId, run } : null, connection: 'open' });
    closeStream = client.watchRun(runId, {
      onConnection(connection) {
        // A page that nobody sees has lost nothing.
        if (connection === 'resting') return;
        if (connection === 'open' || value.connection === 'open') change({ connection });
        // A request may get through where a stream does not; it also brings the answer if that is ready.
        if (connection === 'lost') void refresh();
      },
      onResync() {
        run = createRunState();
      },
      onEvent(event) {
        run = applyRunEvent(run, event);
        if (isPast(run, record)) return;
        change({ live: { runId, run } });
        if (!isRunEnd(event)) return;
        // The finished message replaces the live one; both have the run's id.
        leaveStream();
        void refresh();
      },
      onRefused: () => void refresh(),
    });
  }

  /** The server no longer knows this run: the part that had arrived stays, and nobody waits for the rest. */
  function lose(live: NonNullable<ChatState['live']>): void {
    leaveStream();
    change({ live: lostRun(live), stopping: false });
  }

  /** Fetches the messages that are new. Never rejects; calls while one is under way become one more. */
  function refresh(): Promise<void> {
    fetchAgain = true;
    fetching ??= (async () => {
      while (fetchAgain) {
        fetchAgain = false;
        await fetchNew();
      }
      fetching = undefined;
    })();
    return fetching;
  }

  async function fetchNew(): Promise<void> {
    try {
      const { chat, messages, isWhole } = await readNew(client, chatId, known);
      known = { seq: Math.max(chat.seq, ...messages.map(revOf)), epoch: chat.epoch };
      void sheets.hear(chat.edits ?? 0);
      change({ status: 'ready', messages: isWhole ? messages : withNewer(value.messages, messages) });
      // After messages were hidden or came back, the live run may not be in view any more.
      const shown = watched ?? value.live?.runId;
      const isOver = shown !== chat.run_id && value.messages.some(({ id }) => id === shown);
      if (isOver || (isWhole && value.live !== null)) unwatch();
      if (chat.run_id !== null) watch(chat.run_id, chat.seq);
      else if (value.live !== null) lose(value.live);
      if (value.connection === 'lost' && value.live?.run.status === 'running')
        change({ connection: 'working' });
    } catch (error) {
      if (value.connection === 'working') change({ connection: 'lost' });
      const missing = error instanceof ApiError && error.status === 404;
      if (value.status === 'loading') change({ status: missing ? 'missing' : 'failed' });
    }
  }

  return {
    getState: state.get,
    subscribe: state.subscribe,
    open() {
      opened = true;
      if (!isNew || value.messages.length > 0) void refresh();
      return () => {
        opened = false;
        unwatch();
      };
    },
    sheets,
    hear({ seq, epoch, run_id, edits = 0 }) {
      if (opened) void sheets.hear(edits);
      if (seq > known.seq || epoch !== known.epoch) void refresh();
      else if (run_id !== null) watch(run_id, seq);
    },
    ...chatCommands({ client, chatId, state: () => value, change, refresh }),
  };
}

/** An answer that goes on stays as it is until its log has come to where it goes on. */
const isPast = ({ continued }: RunState, record: MessageRecord | undefined): boolean =>
  record !== undefined && continued <= (record.continued ?? 0);

/** The number of the newest event about a message; 0 for one that is not there. */
const revOf = (record: MessageRecord | undefined): number => record?.rev ?? record?.seq ?? 0;

/** Messages with others that came, or changed, after them. */
function withNewer(
  messages: readonly MessageRecord[],
  newer: readonly MessageRecord[],
): readonly MessageRecord[] {
  if (newer.length === 0) return messages;
  const changed = new Map(newer.map((record) => [record.id, record]));
  const kept = messages.map((record) => changed.get(record.id) ?? record);
  const ids = new Set(messages.map(({ id }) => id));
  return [...kept, ...newer.filter(({ id }) => !ids.has(id))];
}

interface NewMessages extends Awaited<ReturnType<Client['readMessages']>> {
  /** True when these are all messages, not just the new ones. */
  readonly isWhole: boolean;
}

/** Reads the new messages, or all of them when messages were hidden or came back. */
async function readNew(
  client: Client,
  chatId: string,
  { seq, epoch }: { readonly seq: number; readonly epoch: number },
): Promise<NewMessages> {
  const fetched = await client.readMessages(chatId, seq);
  if (seq === 0 || fetched.chat.epoch === epoch) return { ...fetched, isWhole: false };
  return { ...(await client.readMessages(chatId, 0)), isWhole: true };
}

import { applyRunEvent, createRunState } from '@millrace/engine';
import {
  type ChatSummary,
  isRunEnd,
  type MessageRecord,
  type RunState,
  type SuggestedAction,
} from '@millrace/engine/run';
import { ApiError } from '../../client/api-error.ts';
import type { Client } from '../../client/create-client.ts';
import { createState } from '../../client/create-state.ts';
import { chatCommands } from './chat-commands.ts';

/** The state of a chat: its finished messages and the run that works on the next one. */
export interface ChatState {
  readonly messages: readonly MessageRecord[];
  readonly live: { readonly runId: string; readonly run: RunState } | null;
  readonly status: 'loading' | 'ready' | 'missing' | 'failed';
  readonly connection: 'open' | 'lost';
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
  /** Shows the branch that has this message, on every device. Rejects like `send`. */
  choose(messageId: string): Promise<void>;
  stop(): Promise<void>;
}

/** The page has its own words for the code. */
const RUN_LOST = 'This run ended when the server restarted. The part that arrived is shown.';

/** Opens a chat. The server's events are the only source of its state; this folds them. */
export function createOpenChat(client: Client, chatId: string, isNew: boolean): OpenChat {
  let value: ChatState = {
    messages: [],
    live: null,
    status: isNew ? 'ready' : 'loading',
    connection: 'open',
    stopping: false,
    sent: null,
  };
  const state = createState(value);
  let opened = false;
  let closeStream: (() => void) | undefined;
  let fetching: Promise<void> | undefined;
  let fetchAgain = false;
  /** The chat as of the last fetch. Another epoch means that messages were hidden or came back. */
  let known = { seq: 0, epoch: 0 };

  function change(part: Partial<ChatState>): void {
    value = { ...value, ...part };
    state.set(value);
  }

  const hasMessage = (messageId: string): boolean => value.messages.some(({ id }) => id === messageId);

  /** Ends the live view: its message is there, or nobody watches it. */
  function unwatch(): void {
    closeStream?.();
    closeStream = undefined;
    change({ live: null, stopping: false });
  }

  function watch(runId: string): void {
    if (!opened || value.live?.runId === runId || hasMessage(runId)) return;
    unwatch();
    let run = createRunState();
    change({ live: { runId, run }, connection: 'open' });
    closeStream = client.watchRun(runId, {
      onConnection: (connection) => change({ connection }),
      onResync() {
        run = createRunState();
      },
      onEvent(event) {
        run = applyRunEvent(run, event);
        change({ live: { runId, run } });
        if (!isRunEnd(event)) return;
        // The finished message replaces the live one; both have the run's id.
        closeStream?.();
        void refresh();
      },
      onRefused: () => void refresh(),
    });
  }

  /** The server no longer knows this run: the part that had arrived stays, and nobody waits for the rest. */
  function lose({ runId, run }: NonNullable<ChatState['live']>): void {
    closeStream?.();
    const error = { type: 'error', message: RUN_LOST, code: 'lost', retryable: true } as const;
    change({ live: { runId, run: { ...run, status: 'failed', error } }, stopping: false });
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
      known = { seq: Math.max(chat.seq, ...messages.map(({ seq, rev = seq }) => rev)), epoch: chat.epoch };
      if (isWhole) change({ status: 'ready', messages });
      else change({ status: 'ready', messages: withNewer(value.messages, messages) });
      // After messages were hidden or came back, the live run may not be in view any more.
      if (value.live !== null && (hasMessage(value.live.runId) || isWhole)) unwatch();
      if (chat.run_id !== null) watch(chat.run_id);
      else if (value.live !== null) lose(value.live);
    } catch (error) {
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
    hear({ seq, epoch, run_id }) {
      if (seq > known.seq || epoch !== known.epoch) void refresh();
      else if (run_id !== null) watch(run_id);
    },
    ...chatCommands({ client, chatId, state: () => value, change, refresh }),
  };
}

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

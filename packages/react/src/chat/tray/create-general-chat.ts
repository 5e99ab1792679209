import type { EarlierWords, SuggestedAction } from '@millrace/engine/run';
import { createState } from '../../client/create-state.ts';
import { withRetry } from '../../client/with-retry.ts';
import { problemOf } from '../../words/problem-of.ts';
import { englishWords } from '../../words/strings.ts';
import type { Words } from '../../words/words-context.ts';
import {
  type AnswerReader,
  type ChatClient,
  createAnswerReader,
  type Question,
} from './create-answer-reader.ts';
import {
  type ActiveToolProgress,
  type GeneralChatMessage,
  missingWords,
  type Streaming,
} from './general-chat-state.ts';

/** The state of a chat of text and tools. */
export interface GeneralChatState {
  readonly messages: readonly GeneralChatMessage[];
  readonly isLoading: boolean;
  /** The answer as far as it has come. */
  readonly streamingText: string;
  readonly statusText: string | null;
  readonly activeToolProgress: ActiveToolProgress | null;
  readonly error: string | null;
  /** The calls behind the markers of `streamingText`. */
  readonly streamingTools: Streaming['history'];
  /** The words of the answer that were taken back and have not come again. */
  readonly streamingEarlier: readonly EarlierWords[];
  /** The id that the answer will have. */
  readonly streamingId: string | null;
}

/** The options of a chat of text and tools. */
export interface GeneralChatOptions {
  /** The words of its status and errors; English without them. */
  readonly words?: Words | undefined;
  /** A conversation that the server knows already; without it the first message begins one. */
  readonly conversationId?: string | undefined;
  /** Facts of the page that the model should know too. Asked for with each message. */
  readonly context?: (() => Readonly<Record<string, unknown>> | undefined) | undefined;
  readonly model?: string | undefined;
  /** Does an action of the page. */
  readonly onAction?: ((action: SuggestedAction) => void) | undefined;
}

export interface GeneralChat {
  getState(): GeneralChatState;
  subscribe(listener: () => void): () => void;
  /** Follows the answer that is under way until the returned function is called. The run continues without it. */
  open(): () => void;
  /** Resolves with whether the server took it; if not, `error` says why and the message is not kept. */
  sendMessage(text: string): Promise<boolean>;
  /** Sends a value that was offered. */
  selectValue(value: string, mode?: string): Promise<boolean>;
  /** Does an action that was offered. Rejects when the server could not do it. */
  runAction(action: SuggestedAction): Promise<void>;
  /** Stops the run on the server. What has come stays. */
  cancel(): Promise<void>;
  /** Begins a new conversation. A run that is under way is stopped. */
  reset(): void;
}

const EMPTY: GeneralChatState = {
  messages: [],
  isLoading: false,
  streamingText: '',
  statusText: null,
  activeToolProgress: null,
  error: null,
  streamingTools: [],
  streamingEarlier: [],
  streamingId: null,
};

/** A chat that knows only text and tools, one conversation at a time. The server's events are the only source. */
export function createGeneralChat(
  client: ChatClient,
  options: () => GeneralChatOptions = () => ({}),
): GeneralChat {
  const words = (): Words => options().words ?? englishWords;
  let value = EMPTY;
  const state = createState(value);
  let opened = false;
  const { conversationId } = options();
  let conversation = { id: conversationId ?? crypto.randomUUID(), isNew: conversationId === undefined };
  let reader: AnswerReader | undefined;

  function change(part: Partial<GeneralChatState>): void {
    value = { ...value, ...part };
    state.set(value);
  }

  /** Puts a message of the person there and reads the answer to it. Resolves with whether the server has it. */
  function follow(question: Question, message: GeneralChatMessage): Promise<boolean> {
    const { messages } = value;
    const id = crypto.randomUUID();
    change({ messages: [...messages, message], error: null, isLoading: true, streamingId: id });
    return new Promise((settle) => {
      reader = createAnswerReader(client, question, {
        lostStatus: words().unreached,
        onTaken() {
          if (question.conversation_id === conversation.id) conversation = { ...conversation, isNew: false };
          settle(true);
        },
        onAnswer: (answer) => change(shown(answer)),
        onEnd(ending) {
          const last = { ...newMessage('assistant', ending.content), ...ending, id };
          finish({ messages: [...messages, message, last], error: ending.error ?? null });
        },
        onRefused(error) {
          // Nothing was kept there, so nothing is kept here.
          finish({ messages, error });
          settle(false);
        },
      });
      if (opened) reader.read();
    });
  }

  function finish(part: Pick<GeneralChatState, 'messages' | 'error'>): void {
    reader = undefined;
    change({ ...EMPTY, ...part });
  }

  async function ask(message: string, more: Partial<Question>): Promise<boolean> {
    if (value.isLoading || message.trim() === '') return false;
    const { context, model } = options();
    const known = context?.();
    const question = {
      command_id: crypto.randomUUID(),
      conversation_id: conversation.id,
      isNew: conversation.isNew,
      message,
      ...(known && { context: known }),
      ...(model && { model }),
      ...more,
    };
    return follow(question, newMessage('user', message));
  }

  return {
    getState: state.get,
    subscribe: state.subscribe,
    open() {
      opened = true;
      reader?.read();
      return () => {
        opened = false;
        reader?.pause();
      };
    },
    sendMessage: (text) => ask(text, { interaction_type: 'text_input' }),
    selectValue: (chosen, mode) =>
      ask(chosen, { interaction_type: 'value_selected', ...(mode !== undefined && { mode }) }),
    async runAction(action) {
      const { onAction, model } = options();
      if (action.handler === 'client') return onAction?.(action);
      if (value.isLoading) return;
      const { action: name, label, data } = action;
      const here = conversation.id;
      const request = { command_id: crypto.randomUUID(), chat_id: here, action: name, label };
      const more = { ...(data !== undefined && { data }), ...(model && { model }) };
      const { run_id, result } = await withRetry(() => client.act({ ...request, ...more }));
      // The person has gone on to something else meanwhile.
      if (conversation.id !== here || value.isLoading) return;
      void follow({ conversation_id: here, runId: run_id }, { ...newMessage('user', label), result });
    },
    async cancel() {
      await reader?.cancel().catch((error: unknown) => change({ error: problemOf(words(), error) }));
    },
    reset() {
      reader?.leave();
      conversation = { id: crypto.randomUUID(), isNew: true };
      finish(EMPTY);
    },
  };
}

function shown(answer: Streaming): Partial<GeneralChatState> {
  const { text, status, active, history } = answer;
  const last = active.at(-1);
  return {
    streamingText: text,
    statusText: status,
    activeToolProgress: last === undefined ? null : { toolName: last.toolName, updates: last.updates },
    streamingTools: history,
    streamingEarlier: missingWords(answer),
  };
}

function newMessage(role: GeneralChatMessage['role'], content: string): GeneralChatMessage {
  return {
    id: crypto.randomUUID(),
    role,
    content,
    timestamp: new Date().toISOString(),
    status: 'completed',
  };
}

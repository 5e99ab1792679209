import type { CustomPayload } from '@millrace/engine';
import { readStopDetails, type UnusualStop, unusualStop } from '@millrace/engine/message';
import type {
  ChatEvent,
  ChatResponsePayload,
  EarlierWords,
  SuggestedAction,
  SuggestedValue,
  ToolHistoryEntry,
  ToolProgress,
} from '@millrace/engine/run';
import {
  readEarlierWords,
  readSuggestedActions,
  readSuggestedValues,
  readToolHistory,
} from '../payloads/read-payloads.ts';

/** A message of a chat that knows only text and tools. */
export interface GeneralChatMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  /** Markdown; of an assistant with a `[[tool:N]]` for each entry of its history. */
  readonly content: string;
  /** When it was written, in ISO 8601. */
  readonly timestamp: string;
  readonly status: 'completed' | 'cancelled' | 'failed';
  readonly tool_history?: readonly ToolHistoryEntry[];
  readonly suggested_values?: readonly SuggestedValue[];
  readonly suggested_actions?: readonly SuggestedAction[];
  readonly custom_payload?: CustomPayload;
  /** Why the model stopped, where it had not simply said all. */
  readonly stop?: UnusualStop;
  /** The words that were shown and that it no longer has, because a part of it was begun again. */
  readonly earlier?: readonly EarlierWords[];
  /** The error of a message that failed. */
  readonly error?: string;
  /** The result of the server's action, on a message that has one. */
  readonly result?: string;
}

/** The progress of the tool that runs. */
export interface ActiveToolProgress {
  readonly toolName: string;
  readonly updates: readonly ToolProgress[];
}

/** The answer as far as it has come. */
export interface Streaming {
  readonly text: string;
  /** The run's words about what it does. */
  readonly status: string | null;
  /** The calls that run, in the order of their start. */
  readonly active: readonly (ActiveToolProgress & { readonly id: string; readonly input: unknown })[];
  /** The calls that are over, each at the number of its marker. Their outputs come with the end. */
  readonly history: readonly ToolHistoryEntry[];
  /** The words that were taken back, each with the place where it had begun. */
  readonly taken: readonly (EarlierWords & { readonly at: number })[];
}

export const NOTHING_YET: Streaming = { text: '', status: null, active: [], history: [], taken: [] };

/** The words that were taken back and have not come again. Pure. */
export function missingWords({ text, taken }: Streaming): readonly EarlierWords[] {
  return taken.flatMap(({ at, ...words }) => (text.startsWith(words.text, at) ? [] : [words]));
}

/** How an answer ended: all of its message except author and time. */
export type Ending = Pick<GeneralChatMessage, 'content' | 'status'> & Partial<GeneralChatMessage>;

/** Takes in an event that does not end the answer. Pure, never throws. */
export function applyChatEvent(before: Streaming, event: ChatEvent): Streaming {
  switch (event.type) {
    case 'status':
      return event.replace_text === undefined
        ? { ...before, status: event.message }
        : startAgain(before, event.replace_text, event);
    case 'text_delta':
      return { ...before, status: null, text: before.text + event.text };
    case 'tool_start': {
      const call = { id: event.tool_use_id, toolName: event.tool, input: event.input, updates: [] };
      const others = before.active.filter(({ id }) => id === '' || id !== call.id);
      return withActive(before, [...others, call]);
    }
    case 'tool_progress': {
      const about = callOf(before, event);
      return {
        ...before,
        active: before.active.map((call) =>
          call === about ? { ...call, updates: [...call.updates, event] } : call,
        ),
      };
    }
    case 'tool_complete': {
      const call = callOf(before, event);
      const entry = {
        tool_name: event.tool,
        input: call?.input,
        output: undefined,
        // It identifies the card.
        tool_use_id: event.tool_use_id || String(event.index),
      };
      const history = [...before.history];
      // Markers count from 0 without a gap; any other number is none of ours.
      if (event.index === history.length) history.push(entry);
      const rest = before.active.filter((each) => each !== call);
      return { ...withActive(before, rest), history };
    }
    default:
      return before;
  }
}

/** The running call that an event is about; of a server that does not say which, the first one of that tool. */
function callOf({ active }: Streaming, { tool, tool_use_id }: { tool: string; tool_use_id: string }) {
  return active.find(({ id, toolName }) => (tool_use_id === '' ? toolName === tool : id === tool_use_id));
}

/** The part that stays of an answer that goes no further. Pure. */
export function keptOf(so: Streaming): Pick<Ending, 'content' | 'tool_history' | 'earlier'> {
  const { text, history } = so;
  const earlier = missingWords(so);
  return {
    content: text,
    ...(history.length > 0 && { tool_history: history }),
    ...(earlier.length > 0 && { earlier }),
  };
}

/** How this event ends an answer that has come so far; undefined when it continues. Pure. */
export function endingOf(so: Streaming, event: ChatEvent): Ending | undefined {
  const kept = keptOf(so);
  switch (event.type) {
    case 'complete':
      return { ...kept, ...whatHolds(event.payload), status: 'completed' };
    case 'error':
      return { ...kept, status: 'failed', error: event.message };
    case 'cancelled':
      return { ...kept, status: 'cancelled' };
    default:
      return undefined;
  }
}

/** An attempt was given up: of the calls, only those hold whose markers are in the text that does. */
function startAgain(
  { history, taken }: Streaming,
  text: string,
  { message, replaced }: Extract<ChatEvent, { readonly type: 'status' }>,
): Streaming {
  const kept = history.filter((_, index) => text.includes(`[[tool:${index}]]`));
  const [words] = readEarlierWords([replaced]) ?? [];
  const lost = words === undefined ? taken : [...taken, { ...words, at: text.length }];
  return { text, status: message, active: [], history: kept, taken: lost };
}

function withActive(before: Streaming, active: Streaming['active']): Streaming {
  const last = active.at(-1);
  return { ...before, active, status: last === undefined ? null : `Running ${last.toolName}...` };
}

/** The end of a stream decides. Another kind of server may leave some of it out. */
function whatHolds(payload: Partial<ChatResponsePayload>): Partial<Ending> {
  const { message, tool_history, custom_payload } = payload;
  const stop = unusualStop({
    finishReason: payload.stop?.reason,
    stopDetails: readStopDetails(payload.stop?.details),
  });
  const isHistory = custom_payload?.type === 'tool_history';
  const history = readToolHistory(tool_history ?? (isHistory ? custom_payload.data : undefined));
  const suggested_values = readSuggestedValues(payload.suggested_values);
  const suggested_actions = readSuggestedActions(payload.suggested_actions);
  const earlier = readEarlierWords(payload.earlier);
  return {
    ...(typeof message === 'string' && { content: message }),
    ...(history && { tool_history: history }),
    ...(suggested_values && { suggested_values }),
    ...(suggested_actions && { suggested_actions }),
    ...(stop && { stop }),
    ...(earlier && { earlier }),
    ...(typeof custom_payload?.type === 'string' && { custom_payload }),
  };
}

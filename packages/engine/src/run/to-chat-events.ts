import { applyRunEvent, createRunState, runStop } from './apply-run-event.ts';
import { createCallBlocks } from './call-blocks.ts';
import type { ChatEvent, ChatQuestion, ChatResponsePayload, ToolHistoryEntry } from './chat-events.ts';
import { createTakenWords } from './earlier-words.ts';
import { createMarkerEscape, toolMarker } from './escape-markers.ts';
import {
  type ApprovalRequest,
  type EarlierWords,
  eventOf,
  type RunComplete,
  type StoredEvent,
  type ToolComplete,
} from './run-events.ts';

/** The words of the statuses that no event of the run brings. */
const THINKING = 'Thinking...';
const AGAIN = {
  restart: 'The server restarted; the answer is begun again...',
  condensed: 'What came before was condensed; the answer is begun again...',
} as const;

/** Projects a run to the eight events of a chat. Give it every event in order. */
export function toChatEvents(): (event: StoredEvent) => ChatEvent[] {
  const markers = createMarkerEscape();
  let run = createRunState();
  let text = '';
  const history: ToolHistoryEntry[] = [];
  const callBlocks = createCallBlocks();
  // The state when the step began: a restart goes back to it.
  let before = { step: 0, text, calls: 0 };
  const taken = createTakenWords();
  // Calls may be over while a text is still written: no marker may be in the middle of a sentence.
  let openText: number | undefined;
  let held: ToolComplete[] = [];

  function say(piece: string): ChatEvent[] {
    if (piece === '') return [];
    text += piece;
    return [{ type: 'text_delta', text: piece }];
  }

  function startStep(step: number, fence: number): ChatEvent[] {
    if (step !== before.step) {
      const released = release();
      before = { step, text, calls: history.length };
      return [...released, { type: 'status', message: THINKING }];
    }
    markers.flush();
    held = [];
    openText = undefined;
    const cause = run.steps.at(-1)?.fence === fence ? 'condensed' : 'restart';
    const replaced = { cause, text: text.slice(before.text.length) } as const;
    taken.note(step, before.text.length, replaced);
    text = before.text;
    history.length = before.calls;
    return [begunAgain(text, replaced)];
  }

  function release(): ChatEvent[] {
    const calls = held;
    openText = undefined;
    held = [];
    return calls.flatMap(completeTool);
  }

  function completeTool({ tool, tool_use_id }: ToolComplete): ChatEvent[] {
    // The first message of a run that continues a call is already the call's result.
    if (run.followUp === tool_use_id) return [];
    const index = history.length;
    const said = say(markers.flush());
    history.push(callBlocks.entryOf(run, tool, tool_use_id));
    const gap = text === '' || text.endsWith('\n\n') ? '' : '\n\n';
    const marker = say(`${gap}${toolMarker(index)}\n\n`);
    return [...said, ...marker, { type: 'tool_complete', tool, index, tool_use_id }];
  }

  function payload({
    suggested_values,
    suggested_actions,
    custom_payload,
  }: RunComplete): ChatResponsePayload {
    const stop = runStop(run);
    const told = history.slice();
    const earlier = taken.missingIn(text);
    return {
      message: text,
      tool_history: told,
      ...(suggested_values && { suggested_values }),
      ...(suggested_actions && { suggested_actions }),
      ...(stop && { stop }),
      ...(earlier.length > 0 && { earlier }),
      custom_payload: custom_payload ?? { type: 'tool_history', data: told },
    };
  }

  return (stored) => {
    const event = eventOf(stored);
    const isStep = event.type === 'step_start' && stored.span_id === undefined;
    const begun = isStep ? startStep(event.step, stored.fence) : [];
    run = applyRunEvent(run, stored);
    // A sub-agent's work belongs to its call; only its questions are for everybody.
    if (stored.span_id !== undefined && event.type !== 'approval_request') return [];
    switch (event.type) {
      case 'content_block_start':
        callBlocks.note(before.step, event);
        if (event.content_block.type !== 'text') return [];
        openText = event.index;
        return say(markers.write(event.content_block.text));
      case 'content_block_stop':
        return event.index === openText ? release() : [];
      case 'content_block_delta':
        return event.delta.type === 'text_delta' ? say(markers.write(event.delta.text)) : [];
      case 'status':
      case 'tool_start':
      case 'tool_progress':
        return [event];
      case 'approval_request':
        return [{ type: 'status', message: waitingWords(event), asks: questionIn(event) }];
      case 'tool_complete':
        if (openText === undefined) return completeTool(event);
        held.push(event);
        return [];
      case 'complete':
        return [...say(markers.flush()), ...release(), { type: 'complete', payload: payload(event) }];
      case 'error':
      case 'cancelled':
        return [...say(markers.flush()), ...release(), event];
      default:
        return begun;
    }
  };
}

function begunAgain(replace_text: string, replaced: EarlierWords): ChatEvent {
  const told = replaced.text.trim() === '' ? {} : { replaced };
  return { type: 'status', message: AGAIN[replaced.cause], replace_text, ...told };
}

function questionIn({ type: _, ...asks }: ApprovalRequest): ChatQuestion {
  return asks;
}

function waitingWords({ tool, question, limit }: ApprovalRequest): string {
  if (limit !== undefined) return `Waiting for you to let it go on after ${limit.steps} steps...`;
  return question === undefined
    ? `Waiting for you to approve ${tool}...`
    : `Waiting for you to answer ${tool}...`;
}

/**
 * One server-sent event as it was dispatched. `event` is `message` when the event has no name.
 * `id` is empty when the event named none: it is not taken over from an event before, so a reader that wants to resume
 * keeps the last one that is not empty.
 */
export interface SseEvent {
  readonly event: string;
  readonly data: string;
  readonly id: string;
}

/** A line or event that the decoder skipped. */
export interface SseProblem {
  readonly message: string;
  /** The beginning of the line that was skipped; empty when a whole event was dropped. */
  readonly line: string;
}

export interface SseCallbacks {
  readonly onEvent: (event: SseEvent) => void;
  readonly onProblem?: (problem: SseProblem) => void;
  /** The sender asks to wait so many milliseconds before a new connection. */
  readonly onRetry?: (waitMs: number) => void;
  /** An event without data named an id: nothing happened, but a reader that resumes begins behind it. */
  readonly onId?: (id: string) => void;
}

/** Lines in, events out. The other half of the decoder, which cuts bytes into lines. */
export interface SseEventReader {
  /** Reads the line `text.slice(start, end)`, without its break. An empty one ends the event. */
  read(text: string, start: number, end: number): void;
  /** Tells whether the event is dropped, now or already, when its line has so many characters. */
  drops(length: number): boolean;
  reset(): void;
}

const SPACE = 0x20;
const COLON = 0x3a;
const SHOWN = 200;

/** Folds lines into events by the WHATWG rules. Never throws by itself. */
export function createSseEventReader(
  { onEvent, onProblem, onRetry, onId }: SseCallbacks,
  maxEventLength: number,
): SseEventReader {
  let event = '';
  let id = '';
  let data: string | undefined;
  /**
   * Characters of the event's lines, from its first data on. Comments count there too: data is a view of the text it
   * came in, so a little data between long comments would keep them all in memory.
   */
  let size = 0;
  let dropping = false;

  function reset(): void {
    event = '';
    id = '';
    data = undefined;
    size = 0;
    dropping = false;
  }

  function drops(length: number): boolean {
    if (!dropping && size + length > maxEventLength) {
      reset();
      dropping = true;
      onProblem?.({
        message: `An event of more than ${maxEventLength} characters is dropped.`,
        line: '',
      });
    }
    return dropping;
  }

  function read(text: string, start: number, end: number): void {
    if (start === end) dispatch();
    else if (!drops(end - start)) {
      if (isData(text, start)) addData(text.slice(valueAt(text, start + 5), end));
      else if (isEvent(text, start)) event = text.slice(valueAt(text, start + 6), end);
      else if (text.charCodeAt(start) !== COLON) readField(text.slice(start, end));
      if (data !== undefined) size += end - start;
    }
  }

  function readField(line: string): void {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(valueAt(line, colon + 1));
    switch (name) {
      case 'id':
        if (value.includes('\0')) report('An id holds NUL', line);
        else id = value;
        break;
      case 'data':
        addData(value);
        break;
      case 'event':
        event = value;
        break;
      case 'retry':
        if (/^[0-9]+$/.test(value)) onRetry?.(Number(value));
        else report('A retry is not a number of milliseconds', line);
        break;
      default:
        report('There is no such field', line);
    }
  }

  function addData(value: string): void {
    data = data === undefined ? value : `${data}\n${value}`;
  }

  function report(what: string, line: string): void {
    onProblem?.({ message: `${what}; the line is skipped.`, line: line.slice(0, SHOWN) });
  }

  function dispatch(): void {
    if (data === undefined) {
      const named = id;
      reset();
      if (named !== '') onId?.(named);
    } else {
      const finished = { event: event === '' ? 'message' : event, data, id };
      reset();
      onEvent(finished);
    }
  }

  return { read, drops, reset };
}

/** The index at which a field's value begins: one space after the colon is not part of it. */
function valueAt(text: string, afterColon: number): number {
  return text.charCodeAt(afterColon) === SPACE ? afterColon + 1 : afterColon;
}

// The two fields of nearly every line. Letter by letter is faster than `startsWith`.

function isData(text: string, at: number): boolean {
  return (
    text.charCodeAt(at) === 0x64 &&
    text.charCodeAt(at + 1) === 0x61 &&
    text.charCodeAt(at + 2) === 0x74 &&
    text.charCodeAt(at + 3) === 0x61 &&
    text.charCodeAt(at + 4) === COLON
  );
}

function isEvent(text: string, at: number): boolean {
  return (
    text.charCodeAt(at) === 0x65 &&
    text.charCodeAt(at + 1) === 0x76 &&
    text.charCodeAt(at + 2) === 0x65 &&
    text.charCodeAt(at + 3) === 0x6e &&
    text.charCodeAt(at + 4) === 0x74 &&
    text.charCodeAt(at + 5) === COLON
  );
}

/** An event to print. */
export interface SseMessage {
  readonly id?: string;
  readonly event?: string;
  readonly data: string;
}

const LINE_BREAK = /\r\n|\r|\n/;

/** Prints one server-sent event. Pure. An `id` or `event` with a line break is a programming error and throws. */
export function encodeSse({ id, event, data }: SseMessage): string {
  let text = '';
  if (id !== undefined) text += `id: ${oneLine('id', id)}\n`;
  if (event !== undefined) text += `event: ${oneLine('event', event)}\n`;
  // JSON never holds a raw line break, so the usual case takes no split.
  if (!breaksLine(data)) return `${text}data: ${data}\n\n`;
  for (const line of data.split(LINE_BREAK)) text += `data: ${line}\n`;
  return `${text}\n`;
}

// Two searches for one character each are several times faster than the regular expression.
function breaksLine(text: string): boolean {
  return text.includes('\n') || text.includes('\r');
}

function oneLine(field: string, value: string): string {
  if (breaksLine(value) || value.includes('\0')) {
    throw new TypeError(`encodeSse: ${field} must be one line without NUL, got ${JSON.stringify(value)}.`);
  }
  return value;
}

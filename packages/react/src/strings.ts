/** Every word these components show, in one place. */
export const strings = {
  conversation: 'Conversation',
  you: 'You',
  assistant: 'Assistant',
  thinking: 'Thinking…',
  thought: (ms: number | undefined) =>
    ms === undefined || ms < 1000 ? 'Thought about it' : `Thought for ${duration(ms)}`,
  toolCall: (name: string) => `Tool call: ${name}`,
  toolStates: {
    writing: 'writing…',
    waiting: 'waiting for its result…',
    done: 'done',
    failed: 'failed',
    stopped: 'not run',
  },
  reconnecting: 'Reconnecting. The agent keeps working on the server.',
  generating: 'Generating',
  ended: (stopped: boolean) => (stopped ? 'Answer stopped' : 'Answer ready'),
  stoppedAfter: (ms: number) => `You stopped this after ${duration(ms)}`,
  stopped: 'You stopped this',
  failed: 'The answer could not be finished',
  failedAdvice: (retryable: boolean) =>
    retryable
      ? 'What had arrived is kept. Send your message again to try once more.'
      : 'What had arrived is kept.',
  arriving: 'arriving…',
  lines: (count: number) => (count === 1 ? '1 line' : `${count} lines`),
  moreLines: (count: number) => (count === 1 ? '1 more line' : `${count} more lines`),
  words: (count: number) => (count === 1 ? '1 word' : `${count} words`),
  moreWords: (count: number) => `${count} more words`,
  sheetSize: (rows: number, columns: number) => `${rows} × ${columns}`,
  moreCells: (rows: number, columns: number) =>
    [rows > 0 && `${rows} more rows`, columns > 0 && `${columns} more columns`].filter(Boolean).join(', '),
  image: (alt: string, host: string) => (alt === '' ? `Image at ${host}` : `Image: ${alt} (${host})`),
  footnotes: 'Footnotes',
  footnote: (number: number) => `Footnote ${number}`,
  backToReference: (number: number, nth: number) =>
    nth === 1 ? `Back to reference ${number}` : `Back to reference ${number}, place ${nth}`,
  jumpToLatest: 'Jump to latest',
  message: 'Message',
  model: 'Model',
  send: 'Send',
  stop: 'Stop',
  stopping: 'Stopping…',
} as const;

/** "8 s", "1 min 50 s". */
function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

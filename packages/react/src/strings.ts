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
    queued: 'waiting for its turn',
    waiting: 'waiting for you',
    decided: 'starting…',
    running: 'running',
    done: 'done',
    failed: 'failed',
    denied: 'rejected',
    cancelled: 'not run',
    uncertain: 'may have run',
  },
  input: 'Input',
  output: 'Output',
  inputAndOutput: 'Input and output',
  noArguments: 'No arguments',
  percent: (part: number) => `${Math.round(part * 100)} %`,
  took: (ms: number) => (ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : duration(ms)),
  elapsed: duration,
  waitingForYou: 'Waiting for you',
  goesOn: 'The answer goes on when you have decided.',
  arrived: (sentences: readonly string[]) => `Waiting for you: ${sentences.join('; ')}`,
  waitingActions: (count: number) =>
    count === 1 ? '1 action waits for you' : `${count} actions wait for you`,
  review: 'Review',
  mayHaveRun: 'This may have run: the server stopped in the middle. Check, then decide.',
  approve: 'Approve',
  edit: 'Edit',
  reject: 'Reject…',
  runAgain: 'Run it again',
  leaveIt: 'Leave it',
  editing: 'Editing',
  inputAsJson: 'Input as JSON',
  approveWithChanges: 'Approve with changes',
  discardChanges: 'Discard changes',
  changes: (count: number) => {
    if (count === 0) return 'No change yet from what the model asked for.';
    return `${count === 1 ? '1 change' : `${count} changes`} from what the model asked for. It will be told.`;
  },
  jsonProblem: (line: number, column: number, message: string) =>
    `Line ${line}, column ${column}: ${message}`,
  jsonUnfinished: 'The JSON ends too early: something is still open.',
  jsonNoObject: 'The input must be a JSON object: { … }.',
  feedback: 'What should it do instead? (optional)',
  rejectAndSend: 'Reject and send',
  back: 'Back',
  sendingDecision: 'Sending your decision…',
  hiddenNote: 'Characters that can’t be seen are shown as escapes, such as \\u{200B}.',
  hiddenCharacter: 'Hidden character',
  manyLines: (count: number, shown: number) => `${count} lines, showing ${shown}`,
  showAll: 'Show all',
  enterAlone: (keys: string) => `Enter alone does not approve. Press ${keys}.`,
  offline: (message: string) => `Your decision did not arrive: ${message} Send it again, it counts once.`,
  expired: 'It is too late to decide this: its time is over, or the run has ended.',
  firstHolds: (what: string) => `${what}. The first decision holds; yours changed nothing.`,
  decisions: {
    approve: 'Approved',
    approve_always: 'Approved',
    edit: 'Approved with changes',
    reject: 'Rejected',
  },
  doubtDecisions: { again: 'Run again', left: 'Left alone' },
  decidedBy: (what: string, here: boolean) => (here ? `${what} by you` : `${what} from another device`),
  said: (what: string, words: string) => `${what}: “${words}”`,
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

import { approvalWords } from './approval.ts';
import { chatWords } from './chat.ts';
import { documentWords } from './document.ts';
import { embedsWords } from './embeds.ts';
import { fullScreenWords } from './full-screen.ts';
import { problemsWords } from './problems.ts';
import { reasonsWords } from './reasons.ts';
import { sheetWords } from './sheet.ts';
import { stopsWords } from './stops.ts';
import { timelineWords } from './timeline.ts';
import { clock, duration } from './times.ts';
import { trayWords } from './tray.ts';
import { workspaceWords } from './workspace.ts';

/** Every word these components show, in one place. */
export const strings = {
  ...approvalWords,
  ...chatWords,
  ...documentWords,
  ...embedsWords,
  ...fullScreenWords,
  ...problemsWords,
  ...reasonsWords,
  ...sheetWords,
  ...stopsWords,
  ...timelineWords,
  ...trayWords,
  ...workspaceWords,
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
  clock,
  waitingForYou: 'Waiting for you',
  asksYou: 'Asks you',
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
  addNote: 'Add a note',
  note: 'What should it know?',
  approveAndSend: 'Approve and send',
  alwaysRule: 'This rule will be saved. You can revoke it in the settings.',
  alwaysWhich: 'One of these rules will be saved. You can revoke it in the settings.',
  saveRule: 'Save rule and run',
  addImages: 'Add images',
  images: 'Images',
  removeImage: (name: string) => `Remove ${name}`,
  pastedImage: 'Pasted image',
  imageType: (name: string) => `${name} is not a PNG, JPEG, GIF or WebP image.`,
  imageBroken: (name: string) => `${name} could not be read as an image.`,
  imageCount: (most: number) => `${most} images at most.`,
  imageTotal: (name: string) => `${name} is too large: all images together may have 500 KB.`,
  withImages: (what: string, count: number) => `${what}, with ${count === 1 ? '1 image' : `${count} images`}`,
  until: (time: string) => `until ${time}`,
  expiredHead: 'Expired',
  background: 'Goes on in the background.',
  subAgent: 'Sub-agent',
  suggestions: 'Suggestions',
  tryIt: 'Try it:',
  pressAgain: (label: string) => `Press again: ${label}`,
  unknownAction: 'This page does not know this action.',
  data: (type: string) => `Data: ${type}`,
  windowFill: (part: number) =>
    `This chat fills ${Math.floor(part * 100)} % of the model’s window. Older messages will be condensed by themselves.`,
  condensed: (count: number) =>
    count === 1 ? '1 earlier message was condensed' : `${count} earlier messages were condensed`,
  usage: (input: number, output: number) => `${number(input)} tokens read, ${number(output)} written`,
  mode: 'Mode',
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
  expired: 'It is too late to decide this: it has expired, or the run has ended.',
  firstHolds: (what: string) => `${what}. The first decision holds; yours changed nothing.`,
  decisions: {
    approve: 'Approved',
    approve_always: 'Always allowed',
    edit: 'Approved with changes',
    reject: 'Rejected',
  },
  doubtDecisions: { again: 'Run again', left: 'Left alone' },
  decidedBy: (what: string, here: boolean) => (here ? `${what} by you` : `${what} from another device`),
  said: (what: string, words: string) => `${what}: “${words}”`,
  reconnecting: 'Reconnecting. The agent keeps working on the server.',
  generating: 'Generating',
  answerStopped: 'Answer stopped',
  stoppedAfter: (ms: number) => `You stopped this after ${duration(ms)}`,
  stopped: 'You stopped this',
  goBack: 'Go back to here',
  goBackTitle: 'Go back to before this message',
  changedSince: (files: number | undefined) =>
    files === undefined
      ? 'Looking at what has changed since…'
      : files === 0
        ? 'No file has changed since.'
        : files === 1
          ? 'One file has changed since:'
          : `${files} files have changed since:`,
  moreFiles: (count: number) => (count === 1 ? 'and one more' : `and ${count} more`),
  goBackWhat: { both: 'Files and conversation', files: 'Files only', conversation: 'Conversation only' },
  wentBack: (messages: number, files: number) =>
    `Went back: ${messages === 1 ? 'one message' : `${messages} messages`} hidden, ${files === 1 ? 'one file' : `${files} files`} put back.`,
  checkpointDisk: (bytes: number, bound: number) =>
    `Saved states take ${megabytes(bytes)} of ${megabytes(bound)} at most.`,
  undo: 'Undo',
  dismiss: 'Dismiss',
  revert: 'Revert',
  reverting: 'Reverting…',
  reverted: 'Reverted.',
  revertFailed: 'This could not be reverted.',
  preview: 'Preview',
  previewLoading: 'Loading…',
  previewFailed: 'There is no preview of this page.',
  arriving: 'arriving…',
  lines: (count: number) => (count === 1 ? '1 line' : `${count} lines`),
  focusBegins: 'This focus is active from here on.',
  focusEnds: 'This focus is over.',
  memoriesRead: 'Settings and memories',
  nothingFound: 'Nothing was found.',
  moreFound: (count: number) => (count === 1 ? '1 more page' : `${count} more pages`),
  moreLines: (count: number) => (count === 1 ? '1 more line' : `${count} more lines`),
  words: (count: number) => (count === 1 ? '1 word' : `${count} words`),
  moreWords: (count: number) => `${count} more words`,
  sheetSize: (rows: number, columns: number) =>
    `${rows === 1 ? '1 row' : `${rows} rows`} · ${columns === 1 ? '1 column' : `${columns} columns`}`,
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

const number = (value: number): string => value.toLocaleString('en');

function megabytes(bytes: number): string {
  const megabyte = 1024 * 1024;
  return `${Number((bytes / megabyte).toFixed(bytes < 10 * megabyte ? 1 : 0)).toLocaleString('en')} MB`;
}

import { approvalWords } from './approval.ts';
import { changesWords } from './changes.ts';
import { chatWords } from './chat.ts';
import { completionWords } from './completion.ts';
import { documentWords } from './document.ts';
import { embedsWords } from './embeds.ts';
import { filesWords } from './files.ts';
import { formatOf } from './format.ts';
import { fullScreenWords } from './full-screen.ts';
import { problemWords } from './problems.ts';
import { reasonsWords } from './reasons.ts';
import { rulesWords } from './rules.ts';
import { sheetWords } from './sheet.ts';
import { stopsWords } from './stops.ts';
import { timelineWords } from './timeline.ts';
import { clock, duration, roughly } from './times.ts';
import { trayWords } from './tray.ts';
import { workspaceWords } from './workspace.ts';

const { number, percent, count, megabytes } = formatOf('en');
const FILE = { one: 'file', other: 'files' };

/** Every word that the components show, in English. */
export const englishWords = {
  /** The language of these words, for `Intl` and the `lang` of the page. */
  locale: 'en',
  ...approvalWords,
  ...changesWords,
  ...chatWords,
  ...completionWords,
  ...documentWords,
  ...embedsWords,
  ...filesWords,
  ...fullScreenWords,
  ...problemWords,
  ...reasonsWords,
  ...rulesWords,
  ...sheetWords,
  ...stopsWords,
  ...timelineWords,
  ...trayWords,
  ...workspaceWords,
  ctrlKey: 'Ctrl',
  shiftKey: 'Shift',
  deleteKey: 'Del',
  spaceKey: 'Space',
  conversation: 'Conversation',
  you: 'You',
  assistant: 'Assistant',
  thinking: 'Thinking…',
  nowThinking: 'Thinking',
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
  percent,
  took: (ms: number) => (ms < 10_000 ? `${number(ms / 1000, 1)} s` : duration(ms)),
  elapsed: duration,
  roughly,
  clock,
  waitingForYou: 'Waiting for you',
  asksYou: 'Asks you',
  arrived: (sentences: readonly string[]) => `Waiting for you: ${sentences.join('; ')}`,
  waitingActions: (actions: number) =>
    `${count(actions, { one: 'action is', other: 'actions are' })} waiting for you`,
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
  imageCount: (most: number) => `At most ${count(most, { one: 'image', other: 'images' })}.`,
  imageTotal: (name: string) => `${name} is too large. All images together can be up to 500 KB.`,
  withImages: (what: string, images: number) =>
    `${what}, with ${count(images, { one: 'image', other: 'images' })}`,
  until: (time: string) => `until ${time}`,
  expiredHead: 'Expired',
  background: 'Continues in the background.',
  subAgent: 'Sub-agent',
  suggestions: 'Suggestions',
  tryIt: 'Try it:',
  pressAgain: (label: string) => `Press again: ${label}`,
  unknownAction: 'This page does not support this action.',
  data: (type: string) => `Data: ${type}`,
  windowFill: (part: number) =>
    `This chat fills ${percent(Math.floor(part * 100) / 100)} of the model’s context window. Older messages will be condensed automatically.`,
  condensed: (messages: number) =>
    `${count(messages, { one: 'earlier message was', other: 'earlier messages were' })} condensed`,
  usage: (input: number, output: number) => `${number(input)} tokens read, ${number(output)} written`,
  mode: 'Mode',
  editing: 'Editing',
  inputAsJson: 'Input as JSON',
  approveWithChanges: 'Approve with changes',
  discardChanges: 'Discard changes',
  changes: (changes: number) => {
    if (changes === 0) return 'No changes yet from what the model asked for.';
    return `${count(changes, { one: 'change', other: 'changes' })} from what the model asked for. The model will be told.`;
  },
  jsonProblem: (line: number, column: number, message: string) =>
    `Line ${number(line)}, column ${number(column)}: ${message}`,
  jsonUnfinished: 'The JSON is incomplete: something is still open.',
  jsonNoObject: 'The input must be a JSON object: { … }.',
  feedback: 'What should it do instead? (optional)',
  rejectAndSend: 'Reject and send',
  back: 'Back',
  sendingDecision: 'Sending your decision…',
  hiddenNote: 'Hidden characters are shown as escapes, such as \\u{200B}.',
  hiddenCharacter: 'Hidden character',
  manyLines: (lines: number, shown: number) => `${number(lines)} lines, showing ${number(shown)}`,
  showAll: 'Show all',
  sendsBy: (keys: string) => `${keys} sends`,
  enterAlone: (keys: string) => `Enter alone does not approve. Press ${keys}.`,
  offline: (message: string) =>
    `Your decision did not arrive. ${message} Send it again; it counts only once.`,
  expired: 'It is too late to decide: the time is up, or the run has ended.',
  firstHolds: (what: string) => `${what}. The first decision counts; yours changed nothing.`,
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
  unreached: 'Reconnecting: the server can’t be reached.',
  connectedAgain: 'Connected again',
  generating: 'Generating',
  answerStopped: 'Answer stopped',
  stoppedAfter: (ms: number) => `You stopped this after ${duration(ms)}`,
  stopped: 'You stopped this',
  goBack: 'Go back to here',
  goBackTitle: 'Go back to before this message',
  changedSince: (files: number | undefined) =>
    files === undefined
      ? 'Checking what has changed since…'
      : files === 0
        ? 'No file has changed since.'
        : `${count(files, { one: 'file has', other: 'files have' })} changed since:`,
  moreFiles: (files: number) => `and ${number(files)} more`,
  goBackWhat: { both: 'Files and conversation', files: 'Files only', conversation: 'Conversation only' },
  wentBack: (messages: number, files: number) =>
    `Went back: ${count(messages, { one: 'message', other: 'messages' })} hidden, ${count(files, FILE)} restored.`,
  checkpointDisk: (bytes: number, bound: number) =>
    `Saved states use ${megabytes(bytes)} of at most ${megabytes(bound)}.`,
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
  lines: (many: number) => count(many, { one: 'line', other: 'lines' }),
  focusBegins: 'This focus is active from here on.',
  focusEnds: 'This focus has ended.',
  memoriesRead: 'Settings and memories',
  nothingFound: 'Nothing was found.',
  moreFound: (many: number) => count(many, { one: 'more page', other: 'more pages' }),
  moreLines: (many: number) => count(many, { one: 'more line', other: 'more lines' }),
  words: (many: number) => count(many, { one: 'word', other: 'words' }),
  moreWords: (words: number) => count(words, { one: 'more word', other: 'more words' }),
  sheetSize: (rows: number, columns: number) =>
    `${count(rows, { one: 'row', other: 'rows' })} · ${count(columns, { one: 'column', other: 'columns' })}`,
  moreCells: (rows: number, columns: number) =>
    [
      rows > 0 && count(rows, { one: 'more row', other: 'more rows' }),
      columns > 0 && count(columns, { one: 'more column', other: 'more columns' }),
    ]
      .filter(Boolean)
      .join(', '),
  image: (alt: string, host: string) => (alt === '' ? `Image at ${host}` : `Image: ${alt} (${host})`),
  footnotes: 'Footnotes',
  footnote: (nth: number) => `Footnote ${number(nth)}`,
  backToReference: (footnote: number, nth: number) =>
    nth === 1
      ? `Back to reference ${number(footnote)}`
      : `Back to reference ${number(footnote)}, place ${number(nth)}`,
  jumpToLatest: 'Jump to latest',
  message: 'Message',
  model: 'Model',
  answerSettings: 'Instructions and settings',
  ownAnswerSettings: 'Instructions and settings: this chat has its own',
  send: 'Send',
  stop: 'Stop',
  stopping: 'Stopping…',
};

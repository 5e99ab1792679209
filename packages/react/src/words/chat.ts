import { formatOf } from './format.ts';

const { number, count } = formatOf('en');

/** The words of this part of the screen. */
export const chatWords = {
  showFull: 'Show full message',
  showLess: 'Show less',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'The browser blocked copying. Select the text instead.',
  retry: 'Retry',
  retryIn: (seconds: number) => `Retry in ${number(seconds)} s`,
  answerWith: (model: string) => `Use ${model} instead`,
  details: 'Details',
  partKept: 'The part that arrived is kept.',
  continueAnswer: 'Continue',
  runLost: 'This run ended when the server restarted. The part that arrived is shown.',
  answerReady: (parts: readonly string[]) => ['Answer ready', ...parts].join(', '),
  parts: {
    paragraphs: (many: number) => count(many, { one: 'paragraph', other: 'paragraphs' }),
    headings: (many: number) => count(many, { one: 'heading', other: 'headings' }),
    lists: (many: number) => count(many, { one: 'list', other: 'lists' }),
    tables: (many: number) => count(many, { one: 'table', other: 'tables' }),
    code: (many: number) => count(many, { one: 'code block', other: 'code blocks' }),
  },
  queued: 'Queued messages',
  queuedNext: 'Will be sent when this turn ends',
  queuedOffline: 'Will send when you’re back online',
  removeQueued: (text: string) => `Do not send: ${text}`,
  editMessage: 'Edit',
  editedMessage: 'Your message',
  sendEdited: 'Send',
  cancelEdit: 'Cancel',
  branches: 'Versions of this message',
  branch: (nth: number, of: number) => `${number(nth)} of ${number(of)}`,
  previousBranch: 'Previous version',
  nextBranch: 'Next version',
};

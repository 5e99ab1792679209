/** The words of this part of the screen. */
export const chatWords = {
  showFull: 'Show full message',
  showLess: 'Show less',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'The browser did not let this be copied. Select the text instead.',
  retry: 'Retry',
  retryIn: (seconds: number) => `Retry in ${seconds} s`,
  answerWith: (model: string) => `Use ${model} instead`,
  details: 'Details',
  partKept: 'What had arrived is kept.',
  continueAnswer: 'Continue',
  runLost: 'This run ended when the server restarted. What had arrived here is shown as it was.',
  clock: (ms: number) => {
    const seconds = Math.max(0, Math.floor(ms / 1000));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  },
  answerReady: (parts: readonly string[]) => ['Answer ready', ...parts].join(', '),
  parts: {
    paragraphs: (count: number) => (count === 1 ? '1 paragraph' : `${count} paragraphs`),
    headings: (count: number) => (count === 1 ? '1 heading' : `${count} headings`),
    lists: (count: number) => (count === 1 ? '1 list' : `${count} lists`),
    tables: (count: number) => (count === 1 ? '1 table' : `${count} tables`),
    code: (count: number) => (count === 1 ? '1 code block' : `${count} code blocks`),
  },
  queued: 'Messages that will be sent',
  queuedNext: 'Will be sent when this turn ends',
  queuedOffline: 'Will send when you’re back online',
  removeQueued: (text: string) => `Do not send: ${text}`,
  editMessage: 'Edit',
  editedMessage: 'Your message',
  sendEdited: 'Send',
  cancelEdit: 'Cancel',
  branches: 'Versions of this message',
  branch: (nth: number, count: number) => `${nth} of ${count}`,
  previousBranch: 'Previous version',
  nextBranch: 'Next version',
} as const;

/** The words for what the server refuses, by its codes. Any other refusal is told in the server's words, which have its details. */
export const problemsWords = {
  answerBrokeOff: 'The answer broke off. Ask again.',
  problems: {
    internal: 'Internal error. The server’s log says more.',
    broken_off: 'The connection broke off. Try again.',
    too_large: 'This is too large to send: 1 MB at most.',
    run_active: 'An answer is still being written. Wait for it, or stop it first.',
    busy: 'Something else is at work there. Try again in a moment.',
    no_chat: 'This chat is no longer there.',
    already_reverted: 'This was undone before.',
    not_revertible: 'This can’t be undone by itself. Go back to a checkpoint.',
    already_decided: 'This was decided before. The first decision holds.',
    args_changed: 'The call has other arguments by now. Look at them, then decide.',
    already_undone: 'That was taken back before. Go back again if you want it.',
    no_checkpoints: 'This server has no checkpoints. Go back in the conversation only.',
  } as Readonly<Record<string, string | undefined>>,
} as const;

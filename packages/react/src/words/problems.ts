const PROBLEMS: Readonly<Record<string, string>> = {
  unreachable: 'The server could not be reached. Check that it is running, then try again.',
  internal: 'Internal error. The server’s log says more.',
  broken_off: 'The connection broke off. Try again.',
  lost: 'This run ended when the server restarted. The part that arrived is shown.',
  no_chat: 'This chat is no longer there.',
  too_large: 'A request may be 1 MB at most.',
  bad_token:
    'This sign-in link was used already or is too old. Run "npx millrace link" in the folder of the server, and open the link that it prints.',
  run_active: 'An answer is still being written. Wait for it, or stop it first.',
  busy: 'Something else is at work there. Try again in a moment.',
  no_checkpoints: 'This server has no checkpoints. Go back in the conversation only.',
  already_undone: 'That was taken back before. Go back again if you want it.',
  already_reverted: 'This was undone before.',
  not_revertible: 'This can’t be undone by itself. Go back to a checkpoint.',
  already_decided: 'This was decided before. The first decision counts.',
  args_changed: 'The call has other arguments by now. Look at them, then decide.',
};

/** The page's words for a failure, by its code. A failure that is not listed speaks for itself. */
export const problemWords = { problems: PROBLEMS };

const PROBLEMS: Readonly<Record<string, string>> = {
  unreachable: 'The server could not be reached. Check that it is running, then try again.',
  internal: 'Internal error. The server’s log says more.',
  broken_off: 'The connection broke off. Try again.',
  lost: 'This run ended when the server restarted.',
  needs_person: 'The model went wrong three times in a row. Tell it what to do, or try again.',
  no_chat: 'This chat is no longer there.',
  too_large: 'A request may be 1 MB at most.',
  files_full:
    'There is no room for more files on this server. Delete chats with large files, then try again.',
  file_too_large: 'This file is larger than the server takes. Send a smaller one.',
  no_file: 'A file is no longer on the server. Remove it and attach it again.',
  damaged_file: 'This file was changed or damaged in the database.',
  sheet_too_large:
    'The changes of a table may have 400,000 characters at most. Download the table to keep it.',
  too_many_versions: 'This table has 100 versions. Close it, then edit its newest one.',
  no_message: 'This message is no longer there. Reload the chat.',
  bad_token:
    'This sign-in link was used already or is too old. Run "npx millrace link" in the folder of the server, and open the link that it prints.',
  run_active: 'An answer is still being written. Wait for it, or stop it first.',
  busy: 'Something else is at work there. Try again in a moment.',
  no_checkpoints: 'This server has no checkpoints. Go back in the conversation only.',
  already_undone: 'That was taken back before. Go back again if you want it.',
  not_continuable:
    'This answer can’t go on: it is finished, or a message follows it. Send a message instead.',
  already_reverted: 'This was undone before.',
  not_revertible: 'This can’t be undone by itself. Go back to a checkpoint.',
  already_decided: 'This was decided before. The first decision counts.',
  no_project: 'This project is no longer there.',
  too_many: 'There are too many already. Delete one first.',
  bad_workspace: 'This is not a folder inside the workspace of the server. Enter one, such as docs.',
  unknown_model: 'The server does not have this model any more. Choose another one.',
  unreadable_project:
    'The project of this chat can’t be read: its data was changed or damaged. Move the chat to another project, or out of it.',
  no_folder:
    'The folder that the project of this chat works in is not in the workspace. Make it, or choose another one in the project.',
  args_changed: 'The call has other arguments by now. Look at them, then decide.',
};

/** The page's words for a failure, by its code. A failure that is not listed speaks for itself. */
export const problemWords = { problems: PROBLEMS };

import type { CallReason } from '@millrace/engine/message';

const SCOPES = {
  user: 'One of your rules',
  chat: 'A rule of this chat',
  workspace: 'A rule of this workspace',
} as const;

/** The words for a call that was not run, or did not come to its end. */
export const reasonsWords = {
  callReason: (reason: CallReason): string => {
    switch (reason.code) {
      case 'unknown_tool':
        return 'There is no such tool here.';
      case 'tools_not_offered':
        return 'The model was to sum up, without tools.';
      case 'call_cut_off':
        return 'The model’s message ended in the middle of this call.';
      case 'input_unreadable':
        return 'The model’s input could not be read.';
      case 'input_invalid':
        return 'The input is not valid.';
      case 'edit_invalid':
        return 'Your input is not valid.';
      case 'mode_forbids':
        return `The ${reason.mode} mode does not allow this tool.`;
      case 'denied_by_rule':
        return `${SCOPES[reason.scope]} denies this.`;
      case 'edit_denied_by_rule':
        return `${SCOPES[reason.scope]} denies this input.`;
      case 'rejected':
        return 'It was rejected.';
      case 'loop_rejected':
        return 'It was rejected as a loop.';
      case 'rerun_rejected':
        return 'It was not run again.';
      case 'expired':
        return 'Nobody decided in time, so this was not run.';
      case 'rerun_expired':
        return 'Nobody decided in time to run it again.';
      case 'model_refused':
        return 'The model refused to continue, so this was not run.';
      case 'message_instead':
        return 'You wrote a message instead, so this was not run.';
      case 'run_stopped':
        return 'The answer was stopped before this ran.';
      case 'stopped_midway':
        return 'The answer was stopped while this ran. It may have run.';
      case 'nothing_to_condense':
        return 'There was nothing older to condense.';
      case 'skipped':
        return `You rejected ${reason.tool} before it, so this was not run.`;
      case 'begun_too_often':
        return `The server stopped ${reason.times} times while this ran. It may have run.`;
      case 'timed_out':
        return 'It took too long and was stopped.';
    }
  },
} as const;

import type { CallReason } from '@millrace/engine/message';
import type { ToolOutcome } from '../../tools/define/tool.ts';

/** The result of a call that was not run, or did not come to its end: a code for pages, a sentence for the model. */
export type Refusal = Pick<ToolOutcome, 'content'> & { readonly is_error: true; readonly reason: CallReason };

/** Refuses a call of a tool. `detail` has more facts for the model, such as the fault of its input. Pure. */
export function refusal(reason: CallReason, tool: string, detail = ''): Refusal {
  return { content: sentenceFor(reason, tool, detail), is_error: true, reason };
}

/** The sentence of each code, for the model. */
function sentenceFor(reason: CallReason, tool: string, detail: string): string {
  switch (reason.code) {
    case 'unknown_tool':
      return `There is no tool ${tool} here.`;
    case 'tools_not_offered':
      return 'Tools were no longer offered, so this was not run.';
    case 'call_cut_off':
      return 'The message ended in the middle of this call, so it was not run. Send the whole call again.';
    case 'input_unreadable':
      return `The input could not be read: ${detail}`;
    case 'input_invalid':
      return `The input is not valid.\n${detail}`;
    case 'edit_invalid':
      return `The person changed the input, but it could not be run.\nThe input is not valid.\n${detail}`;
    case 'mode_forbids':
      return `The ${reason.mode} mode does not allow ${tool}, so it was not run. Work without it, or switch modes.`;
    case 'denied_by_rule':
      return `A rule of the person does not allow this: ${detail}`;
    case 'edit_denied_by_rule':
      return `The person changed the input, but it could not be run.\nA rule of the person does not allow this: ${detail}`;
    case 'rejected':
      return `The person did not allow this.${detail}`;
    case 'loop_rejected':
      return `The same call was repeated too often, so the person stopped it. Try something else.${detail}`;
    case 'rerun_rejected':
      return `The server stopped while this ran, so it may have run. The person decided not to run it again.${detail}`;
    case 'expired':
      return 'Nobody decided about this in time, so it was not run.';
    case 'rerun_expired':
      return 'The server stopped while this ran, so it may have run. Nobody decided in time to run it again.';
    case 'model_refused':
      return 'The model refused to continue, so this was not run.';
    case 'message_instead':
      return 'The person wrote a message instead of deciding about this, so it was not run.';
    case 'run_stopped':
      return 'The run was stopped before this ran.';
    case 'stopped_midway':
      return 'The run was stopped while this ran. It may have run.';
    case 'nothing_to_condense':
      return 'There is nothing before this to condense. Continue with the task.';
    case 'skipped':
      return `Skipped, because the person did not allow ${reason.tool} before it.`;
    case 'begun_too_often':
      return `The server stopped ${reason.times} times while this ran, so it is not run again. It may have run. Try another way.`;
    case 'timed_out':
      return `${tool} did not end within ${inWords(reason.limit_ms)}, so it was stopped.${detail}`;
  }
}

function inWords(ms: number): string {
  const minutes = ms / 60_000;
  return minutes >= 1 && Number.isInteger(minutes)
    ? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
    : `${ms / 1000} seconds`;
}

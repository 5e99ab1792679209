/**
 * The reason why a call was not run, or did not come to its end: a code with what its sentence needs. A model gets an
 * English sentence beside it; a page makes its own. Codes may be added: a reader that does not know one falls back to plain words.
 */
export type CallReason =
  | {
      readonly code: /** No tool has this name. */
        | 'unknown_tool'
        /** The model was to sum up, without tools. */
        | 'tools_not_offered'
        /** The message ended inside the call. */
        | 'call_cut_off'
        /** The input is no JSON object. */
        | 'input_unreadable'
        | 'input_invalid'
        /** The input as a person changed it is not valid. */
        | 'edit_invalid'
        | 'rejected'
        /** A person rejected it because the same was done again and again. */
        | 'loop_rejected'
        /** It may have run, and a person decided not to run it again. */
        | 'rerun_rejected'
        /** Nobody decided in time. */
        | 'expired'
        /** It may have run, and nobody decided in time to run it again. */
        | 'rerun_expired'
        /** The model refused to continue. */
        | 'model_refused'
        /** The person wrote a message instead of deciding. */
        | 'message_instead'
        /** The run was stopped before the call ran. */
        | 'run_stopped'
        /** The run was stopped while the call ran. */
        | 'stopped_midway'
        /** There was nothing older to condense. */
        | 'nothing_to_condense';
    }
  /** The mode does not allow the tool. */
  | { readonly code: 'mode_forbids'; readonly mode: string }
  /** A rule of this scope denies it, as the model wrote it or as a person changed it. */
  | {
      readonly code: 'denied_by_rule' | 'edit_denied_by_rule';
      readonly scope: 'user' | 'chat' | 'workspace';
    }
  /** The person did not allow a call of this tool before it in the same message. */
  | { readonly code: 'skipped'; readonly tool: string }
  /** The server stopped this many times while it ran. */
  | { readonly code: 'begun_too_often'; readonly times: number }
  /** It did not end within this many milliseconds. */
  | { readonly code: 'timed_out'; readonly limit_ms: number };

/** The codes of `CallReason`. */
export type CallReasonCode = CallReason['code'];

/** Why a call that is not whole has no input. */
export const CUT_CALL = 'the message was cut off in the middle of this call, so it was not run';

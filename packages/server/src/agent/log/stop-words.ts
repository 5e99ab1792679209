import type { UnusualStop } from '@millrace/engine/message';

/** Tells a model why another one, its sub-agent, said no more. Pure. */
export function stopWords({ reason, details }: UnusualStop): string {
  switch (reason) {
    case 'max_tokens':
      return 'Its answer was cut off at the output limit of the model.';
    case 'model_context_window_exceeded':
      return "Its answer was cut off because the model's context window was full.";
    case 'refusal':
      return details?.type === 'content_filter'
        ? `A content filter of the provider stopped it${named(details)}`
        : `It refused the task${named(details)}`;
    case 'pause_turn':
      return 'It ran out of steps before it was done.';
    case 'other':
      return `Its model stopped for another reason${named(details)}`;
  }
}

function named(details: UnusualStop['details']): string {
  const why = details?.explanation ?? details?.category ?? details?.reason;
  return why === undefined ? '.' : `: ${why}`;
}

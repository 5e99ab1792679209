/**
 * Why a model stopped, in one set of names for every provider: Anthropic's, and `other` for whatever has no name there. What
 * the provider called it stands in the details.
 */
export type StopReason =
  | 'end_turn'
  | 'tool_use'
  | 'stop_sequence'
  | 'max_tokens'
  | 'model_context_window_exceeded'
  | 'refusal'
  | 'pause_turn'
  | 'other';

/** The provider's words on why a message is over, beyond the reason. */
export interface StopDetails {
  /** `refusal`: the model or its provider refused. `content_filter`: a filter took the rest away. `malformed_call`: a call that the provider could not read itself. */
  readonly type: 'refusal' | 'content_filter' | 'malformed_call' | 'other';
  /** The provider's own name for the reason. */
  readonly reason?: string;
  /** The rule that it broke, in the provider's words. */
  readonly category?: string;
  readonly explanation?: string;
}

/** A stop that is not simply the end of what the model had to say. */
export interface UnusualStop {
  readonly reason: Exclude<StopReason, 'end_turn' | 'tool_use' | 'stop_sequence'>;
  readonly details?: StopDetails;
}

/** How a message ended; of a `ChatMessage` or of anything with its two fields. */
interface Ended {
  readonly finishReason?: string | undefined;
  readonly stopDetails?: StopDetails | undefined;
}

/** The last two are ours: the loop ended a message that broke off, and the person stopped it. */
const USUAL = new Set(['end_turn', 'tool_use', 'stop_sequence', 'cut', 'cancelled']);
const UNUSUAL: ReadonlySet<string> = new Set<UnusualStop['reason']>([
  'max_tokens',
  'model_context_window_exceeded',
  'refusal',
  'pause_turn',
  'other',
]);

/** Names how a message ended; undefined if it ended as it should or nobody knows. A reason without a name here is `other`. Pure. */
export function unusualStop(message: Ended | null | undefined): UnusualStop | undefined {
  const { finishReason, stopDetails } = message ?? {};
  if (typeof finishReason !== 'string' || USUAL.has(finishReason)) return undefined;
  if (!isUnusual(finishReason))
    return { reason: 'other', details: { type: 'other', ...stopDetails, reason: finishReason } };
  return { reason: finishReason, ...(stopDetails !== undefined && { details: stopDetails }) };
}

function isUnusual(reason: string): reason is UnusualStop['reason'] {
  return UNUSUAL.has(reason);
}

const TYPES: ReadonlySet<string> = new Set<StopDetails['type']>([
  'refusal',
  'content_filter',
  'malformed_call',
  'other',
]);

// A provider's words are for a person to read, and are kept with every message.
const LONGEST_NAME = 200;
const LONGEST_WORDS = 2_000;

/** Reads details from anywhere: what is no text counts as nothing, what is very long is cut. Undefined when it says nothing. Never throws. */
export function readStopDetails(value: unknown): StopDetails | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, reason, category, explanation } = value as Readonly<Record<string, unknown>>;
  if (typeof type !== 'string') return undefined;
  const isType = (name: string): name is StopDetails['type'] => TYPES.has(name);
  return {
    // A kind of a future version keeps its name as the reason.
    ...(isType(type) ? { type } : { type: 'other', reason: type.slice(0, LONGEST_NAME) }),
    ...textField('reason', reason, LONGEST_NAME),
    ...textField('category', category, LONGEST_NAME),
    ...textField('explanation', explanation, LONGEST_WORDS),
  };
}

function textField(name: string, value: unknown, longest: number): object {
  return typeof value === 'string' && value.trim() !== '' ? { [name]: value.slice(0, longest) } : {};
}

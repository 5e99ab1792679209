/** A picture that a person adds to what they say. */
export interface FeedbackImage {
  readonly media_type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  /** In base64. */
  readonly data: string;
}

/** A person's answer to an interrupt, in the shape that every client sends. */
export interface HitlDecision {
  readonly type: 'approve' | 'reject' | 'edit' | 'approve_always';
  readonly message?: string;
  readonly images?: readonly FeedbackImage[];
  readonly edited_action?: { readonly name: string; readonly args: Readonly<Record<string, unknown>> };
  /** Which of the offered rules `approve_always` writes; the first one when it is not said. */
  readonly rule_id?: string;
}

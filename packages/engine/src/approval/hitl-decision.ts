/** A person's answer to an interrupt, in the shape that every client sends. */
export interface HitlDecision {
  readonly type: 'approve' | 'reject' | 'edit' | 'approve_always';
  readonly message?: string;
  readonly edited_action?: { readonly name: string; readonly args: Readonly<Record<string, unknown>> };
}

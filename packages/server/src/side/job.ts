/** A request to a side process: the name of a job and its arguments. All of it can be cloned. */
export interface JobRequest {
  readonly job: string;
  readonly args: readonly unknown[];
}

export type JobAnswer = { readonly value: unknown } | { readonly error: string; readonly code?: string };

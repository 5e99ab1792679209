/** What a side process is asked to do: the name of a job, and what it is given. All of it can be cloned. */
export interface JobRequest {
  readonly job: string;
  readonly args: readonly unknown[];
}

export type JobAnswer = { readonly value: unknown } | { readonly error: string; readonly code?: string };

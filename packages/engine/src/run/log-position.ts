/** A place in a run's log, printed as the SSE id `fence-seq`. */
export interface LogPosition {
  readonly fence: number;
  readonly seq: number;
}

export function formatPosition({ fence, seq }: LogPosition): string {
  return `${fence}-${seq}`;
}

/** Reads an SSE id. Never throws: what is not a position gives undefined. */
export function parsePosition(id: string): LogPosition | undefined {
  const match = /^(\d{1,15})-(\d{1,15})$/.exec(id);
  return match === null ? undefined : { fence: Number(match[1]), seq: Number(match[2]) };
}

/** A place in a run's log, printed as the SSE id `fence-seq`. `part` counts what a projection makes of one event: `fence-seq.k`. */
export interface LogPosition {
  readonly fence: number;
  readonly seq: number;
  readonly part?: number;
}

/** Prints a position of the log as `fence-seq`, or `fence-seq.part`. Pure. */
export function formatPosition({ fence, seq, part }: LogPosition): string {
  return part === undefined ? `${fence}-${seq}` : `${fence}-${seq}.${part}`;
}

/** Reads an SSE id. Never throws: undefined for a text that is not a position. */
export function parsePosition(id: string): LogPosition | undefined {
  const match = /^(\d{1,15})-(\d{1,15})(?:\.(\d{1,9}))?$/.exec(id);
  if (match === null) return undefined;
  const [, fence, seq, part] = match;
  return { fence: Number(fence), seq: Number(seq), ...(part !== undefined && { part: Number(part) }) };
}

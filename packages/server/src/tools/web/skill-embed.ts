import { createHash } from 'node:crypto';

/** One thing that a skill was asked for, and what it found. Without `output` it is still at work. */
export interface SkillRequest {
  readonly id: string;
  readonly output?: unknown;
  readonly [field: string]: unknown;
}

/** The requests to a skill and their results, in the form that stands in an answer. */
export interface SkillEmbed {
  readonly app: string;
  readonly skill: string;
  readonly requests: readonly SkillRequest[];
  readonly [field: string]: unknown;
}

const ID_LENGTH = 6;

/** A short name for something, the same each time. Pure. */
export function shortId(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, ID_LENGTH);
}

/** The name of the n-th request of a call. Pure. */
export function requestId(toolUseId: string, place: number): string {
  return shortId(`${toolUseId}:${place}`);
}

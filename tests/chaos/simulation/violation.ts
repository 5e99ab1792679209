/** The laws that every course of the world must keep. */
export type Law =
  | 'ends'
  | 'gapless'
  | 'one-end'
  | 'one-message'
  | 'results'
  | 'unsafe-once'
  | 'approved'
  | 'arguments'
  | 'keys'
  | 'fence'
  | 'doubt'
  | 'decisions'
  | 'answers'
  | 'watcher'
  | 'attempts'
  | 'requests'
  | 'cuts'
  | 'questions'
  | 'spans'
  | 'follow-ups'
  | 'floor'
  | 'checkpoints'
  | 'at-once';

/** A course of the world that broke a law. */
export class Violation extends Error {
  readonly law: Law;
  constructor(law: Law, message: string) {
    super(`${law}: ${message}`);
    this.name = 'Violation';
    this.law = law;
  }
}

export function must(holds: boolean, law: Law, message: () => string): void {
  if (!holds) throw new Violation(law, message());
}

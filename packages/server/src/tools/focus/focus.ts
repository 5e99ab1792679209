/** What a chat is about for a while: what the model is told beside its mode. */
export interface Focus {
  readonly slug: string;
  /** The app that it belongs to, such as `Jobs`. */
  readonly app: string;
  readonly name: string;
  /** When to take it, in a sentence for the person and for the model. */
  readonly description: string;
  readonly instructions: string;
}

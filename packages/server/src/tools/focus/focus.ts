/** The subject of a chat for a while: instructions for the model beside its mode. */
export interface Focus {
  readonly slug: string;
  /** The app that it belongs to, such as `Jobs`. */
  readonly app: string;
  readonly name: string;
  /** When to take it, in a sentence for the person and for the model. */
  readonly description: string;
  readonly instructions: string;
}

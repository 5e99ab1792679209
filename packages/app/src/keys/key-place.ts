/** The settings that say where the key and the database are. */
export interface KeyPlace {
  /** The folder of an SQLite database. */
  readonly data: string;
  /** The address of a Postgres instead. */
  readonly store: string | undefined;
  /** The key itself, instead of one in the key folder. */
  readonly key: Uint8Array | undefined;
  readonly keys: string;
  /** False where no home keys are made: then only devices of people hold their keys. True unless given. */
  readonly homeKeys?: boolean;
}

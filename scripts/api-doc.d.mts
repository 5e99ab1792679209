/** One export of an entry. One that another package declares has only its name and that package in `from`. */
export interface Export {
  readonly name: string;
  readonly isType: boolean;
  readonly from: string;
  readonly doc: string;
  readonly signature: string;
}
/** Every entry of the packages by its name, with what it exports. */
export function readEntries(): ReadonlyMap<string, readonly Export[]>;
/** The pages of docs/api by their names. */
export function apiPages(entries: ReadonlyMap<string, readonly Export[]>): ReadonlyMap<string, string>;

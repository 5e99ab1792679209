import type { Bytes } from './bytes.ts';

/**
 * The reason why something could not be opened. `not_sealed`: it is too short or has a wrong length. `unknown_version`, `unknown_mode`: a newer
 * program wrote it. `other_key`: it names another key than the one that was tried. `refused`: it was changed, stands in another place than it was
 * sealed for, or the key is wrong. `bad_padding`: the seal holds and the text inside breaks the format.
 */
export type VaultProblem =
  | 'not_sealed'
  | 'unknown_version'
  | 'unknown_mode'
  | 'other_key'
  | 'refused'
  | 'bad_padding';

/** The plain bytes of something that was sealed, or the reason why there are none. */
export type Opened =
  | { readonly plain: Bytes; readonly problem?: undefined }
  | { readonly plain?: undefined; readonly problem: VaultProblem };

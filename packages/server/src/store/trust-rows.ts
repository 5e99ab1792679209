/** A file of a workspace, in one version, that the person lets instruct models. */
export interface TrustedFile {
  /** The path from the root of the workspace. */
  readonly path: string;
  /** The hash of its bytes. */
  readonly version: string;
}

/** Only this many are kept; the oldest are forgotten first. */
const MOST = 2_000;

/** The trusted files together with more, each once, the newest last. Pure. */
export function addTrusted(
  kept: readonly TrustedFile[],
  files: readonly TrustedFile[],
): readonly TrustedFile[] {
  const isNew = (file: TrustedFile): boolean =>
    !files.some(({ path, version }) => path === file.path && version === file.version);
  return [...kept.filter(isNew), ...files.map(({ path, version }) => ({ path, version }))].slice(-MOST);
}

/** A file of a workspace, in one version, that the person lets instruct models. */
export interface TrustedFile {
  /** From the root of the workspace on. */
  readonly path: string;
  /** The hash of its bytes. */
  readonly version: string;
}

/** Versions that nobody has any more are forgotten, the oldest first. */
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

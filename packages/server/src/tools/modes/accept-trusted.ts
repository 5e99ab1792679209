import { resolve } from 'node:path';
import { versionOf } from '../workspace/file-inverse.ts';
import { pathInside } from '../workspace/instruction-files.ts';
import type { AcceptsFile } from './load-files.ts';

/** Accepts files outside of a workspace, and those inside that the person has let instruct models, in just this version. Pure. */
export function acceptTrusted(
  workspace: string,
  trusted: readonly { readonly path: string; readonly version: string }[],
): AcceptsFile {
  return (file, bytes) => {
    const path = pathInside(resolve(workspace), resolve(file));
    const version = versionOf(bytes);
    return path === undefined || trusted.some((each) => each.path === path && each.version === version);
  };
}

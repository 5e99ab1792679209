import { needWorkspace } from '../define/need-workspace.ts';
import type { PreviewContext, PreviewedFile } from '../define/tool.ts';

type Changed = string | { readonly text: string; readonly note?: string };

/** The preview of a file that is written whole. */
export function previewWhole(ctx: PreviewContext, path: string, text: string): Promise<PreviewedFile> {
  return told(path, async () => {
    const workspace = needWorkspace(ctx);
    const { path: name, kind } = await workspace.resolve(path);
    const before = kind === undefined ? undefined : await workspace.readText(name);
    return { path: name, before, after: text };
  });
}

/** The preview of a file of which a part is changed. An error of `change` is reported. */
export function previewPart(
  ctx: PreviewContext,
  path: string,
  change: (text: string) => Changed | Promise<Changed>,
): Promise<PreviewedFile> {
  return told(path, async () => {
    const workspace = needWorkspace(ctx);
    const { path: name } = await workspace.resolve(path);
    const before = await workspace.readText(name);
    const after = await change(before.text);
    if (typeof after === 'string') return { path: name, before, after };
    const { text, note } = after;
    return { path: name, before, after: text, ...(note !== undefined && { note }) };
  });
}

async function told(path: string, work: () => Promise<PreviewedFile>): Promise<PreviewedFile> {
  try {
    return await work();
  } catch (error) {
    return { path, problem: error instanceof Error ? error.message : String(error) };
  }
}

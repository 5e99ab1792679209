import type { Tool } from './tool.ts';

/** Returns the current tools. Never rejects. */
export type ToolSource = () => Promise<readonly Tool[]>;

/** The tools that models may call: a fixed list, or a source of tools that come and go. */
export type Toolbox = readonly Tool[] | ToolSource;

/** Any toolbox as a source. */
export function toolSource(toolbox: Toolbox): ToolSource {
  return typeof toolbox === 'function' ? toolbox : async () => toolbox;
}

/** Two toolboxes as one. Of two tools with one name the one of the first counts. */
export function joinTools(first: Toolbox, second: Toolbox): ToolSource {
  return async () => {
    const [all, more] = await Promise.all([toolSource(first)(), toolSource(second)()]);
    const names = new Set(all.map(({ name }) => name));
    return [...all, ...more.filter(({ name }) => !names.has(name))];
  };
}

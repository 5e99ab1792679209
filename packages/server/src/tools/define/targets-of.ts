import type { ToolTargets } from '@millrace/engine/approval';
import type { Tool } from './tool.ts';

/** The arguments of each tool that rules can be about, by its name. */
export type TargetsByName = Readonly<Record<string, ToolTargets>>;

/**
 * Returns the known targets of tools, for rules. For a tool that does not work on files, such as one of an MCP server, no text
 * is a path; for one that does and describes no targets, every text may be one. Pure.
 */
export function targetsOf(tools: readonly Pick<Tool, 'name' | 'targets' | 'local'>[]): TargetsByName {
  return Object.fromEntries(
    tools.flatMap(({ name, targets, local }) => {
      const known = targets ?? (local ? undefined : {});
      return known === undefined ? [] : [[name, known]];
    }),
  );
}

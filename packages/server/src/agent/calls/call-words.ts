import type { CallEmbed } from '@millrace/engine';
import type { Tool, ToolInput } from '../../tools/define/tool.ts';

/** The tool's title of a call, if it has one that does not throw. */
export function titleOf(tool: Tool | undefined, input: ToolInput): { readonly title?: string } {
  try {
    const title = tool?.title?.(input);
    return title === undefined ? {} : { title };
  } catch {
    return {};
  }
}

/** The embed in place of a call while it runs, if the tool has one that does not throw. */
export function embedOf(tool: Tool, input: ToolInput, id: string): { readonly embed?: CallEmbed } {
  try {
    return tool.embed === undefined ? {} : { embed: tool.embed(input, id) };
  } catch {
    return {};
  }
}

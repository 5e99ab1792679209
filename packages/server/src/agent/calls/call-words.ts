import type { CallEmbed } from '@millrace/engine/run';
import type { Tool, ToolInput } from '../../tools/define/tool.ts';

/** The tool's title for a call, if it has one and does not fail. */
export function titleOf(tool: Tool | undefined, input: ToolInput): { readonly title?: string } {
  try {
    const title = tool?.title?.(input);
    return title === undefined ? {} : { title };
  } catch {
    return {};
  }
}

/** The embed that is shown for a call while it runs, if the tool has one and does not fail. */
export function embedOf(tool: Tool, input: ToolInput, id: string): { readonly embed?: CallEmbed } {
  try {
    return tool.embed === undefined ? {} : { embed: tool.embed(input, id) };
  } catch {
    return {};
  }
}

import type { McpServerConfig } from '@millrace/engine/run';

/** Tells whether a person is asked, where no rule says otherwise. What a server says of itself has no say in this. Pure. */
export function approvalOf({ approval = 'ask', tools }: McpServerConfig, tool: string): 'allow' | 'ask' {
  return tools !== undefined && Object.hasOwn(tools, tool) ? (tools[tool] ?? 'ask') : approval;
}

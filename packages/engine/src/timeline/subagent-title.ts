import type { ToolCallItem } from './timeline-item.ts';

/** The name of the sub-agent that a call opens: its kind as a title, such as "Notion Agent", or "Task". Pure. */
export function subagentTitle({ args }: Pick<ToolCallItem, 'args'>): string {
  const kind = args['subagent_type'];
  const words = typeof kind === 'string' ? (kind.match(/[\p{L}\p{N}]+/gu) ?? []) : [];
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || 'Task';
}

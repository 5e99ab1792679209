import type { CallEmbed, MessageRecord } from '@millrace/engine/run';
import type { Tool } from '../../tools/define/tool.ts';
import type { Turn } from '../plan/turn.ts';

/**
 * The instructions of tools beside the mode, from the embeds that their calls left in the chat so far. A sub-agent has a chat of its
 * own. Pure.
 */
export function standingInstructions(
  { log }: Pick<Turn, 'log'>,
  span: string | undefined,
  records: readonly MessageRecord[],
  tools: readonly Tool[],
): readonly string[] {
  const telling = tools.filter(({ instructions }) => instructions !== undefined);
  if (telling.length === 0) return [];
  const calls = [
    ...(span === undefined ? records.flatMap(({ tools = [] }) => tools) : []),
    ...log.state().tools.values(),
  ];
  return telling.map(({ name, instructions }) => {
    const embeds = calls.flatMap(({ tool, status, span_id, embed }): CallEmbed[] =>
      tool === name && status === 'done' && span_id === span && embed !== undefined ? [embed] : [],
    );
    return instructions?.(embeds) ?? '';
  });
}

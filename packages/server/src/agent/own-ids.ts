import type { BlockEvent, RunState } from '@millrace/engine';

/**
 * Gives a call another id where a call of this run has it already: some servers count from zero in each message, and what
 * is known of a call, such as a person's yes, is known by its id.
 */
export function ownIds({ steps }: RunState, step: number): (event: BlockEvent) => BlockEvent {
  const taken = new Set(
    steps
      .filter((each) => each.step < step)
      .flatMap(({ message }) => message?.content ?? [])
      .flatMap((block) => (block?.type === 'tool_use' ? [block.id] : [])),
  );
  return (event) => {
    if (event.type !== 'content_block_start' || event.content_block.type !== 'tool_use') return event;
    const { index, content_block } = event;
    const given = content_block.id ?? '';
    let id = given;
    for (let i = index; id === '' || taken.has(id); i++) id = `${given}_${step}_${i}`;
    taken.add(id);
    return id === given ? event : { ...event, content_block: { ...content_block, id } };
  };
}

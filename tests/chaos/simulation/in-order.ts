import type { StoredEvent } from '../../../packages/engine/src/index.ts';

type Events = readonly StoredEvent[];

const place = (events: Events, is: (event: StoredEvent) => boolean): number => events.findIndex(is);

/** A call that was decided runs while its message still comes. Gives what is wrong. Pure. */
export function early(events: Events): string | undefined {
  const started = place(events, (event) => event.type === 'tool_start' && event.tool_use_id === 'c1');
  const ended = place(events, ({ type }) => type === 'message_stop');
  return started >= 0 && started < ended ? undefined : 'c1 was decided and waited for the end of the message';
}

/** A no is heard while another tool is at work. Gives what is wrong. Pure. */
export function noAtOnce(events: Events): string | undefined {
  const answered = place(
    events,
    (event) =>
      event.type === 'content_block_start' &&
      event.content_block.type === 'tool_result' &&
      event.content_block.tool_use_id === 'c2',
  );
  const done = place(events, (event) => event.type === 'tool_complete' && event.tool_use_id === 'c1');
  return answered >= 0 && answered < done ? undefined : 'the no to c2 waited for c1';
}

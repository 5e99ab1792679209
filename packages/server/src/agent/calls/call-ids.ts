import type { BlockEvent } from '@millrace/engine/message';
import type { RunState } from '@millrace/engine/run';
import { callsOf } from './open-calls.ts';

/** Gives every call of a run an id of its own. */
export interface CallIds {
  /** The event of a step, with another id where a call of this run has it already. */
  own(event: BlockEvent, step: number): BlockEvent;
}

/**
 * Some servers count from zero in each message, and sub-agents do not know of each other; what is known of a call, such as
 * a person's yes, is known by its id.
 */
export function createCallIds({ steps, spans, tools }: RunState): CallIds {
  const threads = [steps, ...Array.from(spans.values(), (span) => span.steps)];
  // A message that is not finished is begun again, unless one of its calls has begun: then it is cut and stays.
  const kept = threads
    .flat()
    .map((step) => ({ calls: callsOf(step), message: step.message }))
    .filter(({ calls, message }) => message?.status === 'completed' || calls.some(({ id }) => tools.has(id)));
  const taken = new Set([...tools.keys(), ...kept.flatMap(({ calls }) => calls.map(({ id }) => id))]);
  return {
    own(event, step) {
      if (event.type !== 'content_block_start' || event.content_block.type !== 'tool_use') return event;
      const { index, content_block } = event;
      const given = content_block.id ?? '';
      let id = given;
      for (let i = index; id === '' || taken.has(id); i++) id = `${given}_${step}_${i}`;
      taken.add(id);
      return id === given ? event : { ...event, content_block: { ...content_block, id } };
    },
  };
}

import type { NewEvent } from '../../../packages/engine/src/run.ts';
import type { KnownBug } from './seeded-bug.ts';

const isCut = (event: NewEvent): boolean =>
  event.type === 'message_delta' && event.delta.stop_reason === 'cut';

const isResult = (event: NewEvent): boolean =>
  event.type === 'content_block_start' && event.content_block.type === 'tool_result';

/** Events without the blocks that results are. */
function withoutResults(events: readonly NewEvent[]): NewEvent[] {
  const lost = new Set(events.flatMap((event) => (isResult(event) && 'index' in event ? [event.index] : [])));
  return events.filter((event) => !('index' in event && lost.has(event.index)));
}

/** Bugs in what goes on at once: messages that are cut, sub-agents, and tools that take long. */
export const LOOP_BUGS: Readonly<Record<string, KnownBug>> = {
  'a message of which something had begun is asked for anew': {
    law: 'cuts',
    scenario: 'early',
    store: (store) => ({
      ...store,
      append: (claim, seq, events, ts, durability) => {
        const [first] = events.filter(isCut);
        const { span_id } = first ?? {};
        const again = { type: 'step_start', step: 1, attempt: 9, ...(span_id && { span_id }) } as const;
        return store.append(claim, seq, first === undefined ? events : [again], ts, durability);
      },
    }),
  },
  'a message is cut although nothing of it had begun': {
    law: 'cuts',
    scenario: 'text',
    store: (store) => ({
      ...store,
      append: (claim, seq, events, ts, durability) => {
        const isAgain = events.some((event) => event.type === 'step_start' && event.attempt > 1);
        const cut = [
          { type: 'message_delta', delta: { stop_reason: 'cut' } },
          { type: 'message_stop' },
        ] as const;
        return store.append(claim, seq, isAgain ? [...cut, ...events] : events, ts, durability);
      },
    }),
  },
  'the open calls of a sub-agent are forgotten when the run is stopped': {
    law: 'results',
    scenario: 'agent',
    store: (store) => ({
      ...store,
      append(claim, seq, events, ts, durability) {
        const stops = JSON.stringify(events).includes('The run was stopped');
        const kept = stops && events[0]?.span_id !== undefined ? withoutResults(events) : events;
        return store.append(claim, seq, kept, ts, durability);
      },
    }),
  },
  'the question of a sub-agent is asked in the name of the run': {
    law: 'questions',
    scenario: 'agent',
    store: (store) => ({
      ...store,
      ask: (claim, seq, events, ts, step) =>
        store.ask(
          claim,
          seq,
          events.map(({ span_id: _, ...event }) => event),
          ts,
          step,
        ),
    }),
  },
  'a sub-agent is begun anew each time': {
    law: 'spans',
    scenario: 'agent',
    store: (store) => ({
      ...store,
      append(claim, seq, events, ts, durability) {
        const started = events.find(({ type }) => type === 'span_start');
        return store.append(claim, seq, started ? [started, ...events] : events, ts, durability);
      },
    }),
  },
  'a run hands a call over and gives it no result': {
    // The call is begun again, though not forever.
    law: 'follow-ups',
    scenario: 'long',
    store: (store) => ({
      ...store,
      handOver: (claim, seq, events, ts, followUp) =>
        store.handOver(claim, seq, withoutResults(events), ts, followUp),
    }),
  },
  'a call has another key in the run that goes on with it': {
    law: 'keys',
    scenario: 'long',
    store: (store) => ({
      ...store,
      handOver: (claim, seq, events, ts, followUp) =>
        store.handOver(claim, seq, events, ts, {
          ...followUp,
          events: followUp.events.map((event) => {
            if (event.type !== 'tool_start') return event;
            const { key: _, ...rest } = event;
            return rest;
          }),
        }),
    }),
  },
  'a run comes to the front while another one is there': {
    law: 'floor',
    scenario: 'long-busy',
    store: (store, stored) => ({
      ...store,
      async takeFloor({ runId }) {
        stored.change('UPDATE runs SET background = 0 WHERE id = ?', runId);
        return 'taken';
      },
    }),
  },
  'a call goes on in two runs': {
    law: 'follow-ups',
    scenario: 'long',
    store: (store) => ({
      ...store,
      async handOver(claim, seq, events, ts, followUp) {
        const handed = await store.handOver(claim, seq, events, ts, followUp);
        const next = handed === 'behind' ? seq : seq + handed.events.length;
        if (handed !== 'behind')
          await store.handOver(claim, next, [], ts, { ...followUp, runId: `${followUp.runId}-2` });
        return handed;
      },
    }),
  },
  'nobody wakes who waits for the floor': {
    law: 'ends',
    scenario: 'long-busy',
    store: (store, stored) => ({
      ...store,
      async endRun(...args) {
        const ended = await store.endRun(...args);
        if (ended !== 'behind') stored.change("UPDATE runs SET status = 'waiting' WHERE id = ?", ended.woken);
        return ended;
      },
    }),
  },
};

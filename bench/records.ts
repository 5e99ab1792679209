import { type Answer, openMemoryStore } from '@millrace/server';
import { printTable } from './table.ts';

const CHATS = 100;
const ROUNDS = 50;
const BATCHES = 1000;
const BATCH = Array.from({ length: 20 }, () => ({
  type: 'content_block_delta' as const,
  index: 0,
  delta: { type: 'text_delta' as const, text: 'a few words' },
}));
const WORDS = 'The tide turns the wheel, and the wheel turns the stone. '.repeat(12);

/** An answer with a thought, a call and its result. */
const ANSWER: Answer = {
  role: 'assistant',
  status: 'completed',
  text: WORDS,
  took_ms: 1200,
  usage: { input_tokens: 900, output_tokens: 200 },
  tools: [{ tool_use_id: 'c', tool: 'read_file', status: 'done', started_at: 1, ended_at: 2 }],
  content: [
    { type: 'thinking', id: 'a', thinking: WORDS, signature: 'c2ln', ...time() },
    { type: 'tool_use', id: 'c', name: 'read_file', input: { path: 'a.md' }, ...time() },
    { type: 'tool_result', id: 'r', tool_use_id: 'c', content: WORDS, is_error: false, ...time() },
    { type: 'text', id: 't', text: WORDS, ...time() },
  ],
};

function time() {
  return { start_timestamp: null, stop_timestamp: null };
}

/** The processor's time of keeping and reading messages and of a growing answer, sealed with the keys of people, in a store in memory. */
export async function benchRecords(): Promise<void> {
  const store = openMemoryStore().of('first');
  const chats = Array.from({ length: CHATS }, (_, n) => `chat-${n}`);
  const sent = await cpuOf(async () => {
    for (const chatId of chats) {
      await store.createChat(chatId, 1);
      for (let n = 0; n < ROUNDS; n += 1) {
        const id = `${chatId}-${n}`;
        const ids = { commandId: id, messageId: `m-${id}`, runId: id, chatId };
        await store.postMessage({ ...ids, text: WORDS, model: 'm', ts: 1 });
        await store.claimRun(id, { owner: 'w', now: 1, leaseMs: 1 });
        await store.endRun({ runId: id, fence: 1 }, 0, { type: 'complete' }, ANSWER, 2);
      }
    }
  });
  let read = 0;
  const opened = await cpuOf(async () => {
    for (const chatId of chats) read += (await store.readMessages(chatId, 0)).length;
  });
  const run = { runId: 'growing', fence: 1 };
  await store.createChat('growing', 1);
  await store.postMessage({
    commandId: 'g',
    messageId: 'g',
    ...run,
    chatId: 'growing',
    text: 'Go',
    model: 'm',
    ts: 1,
  });
  await store.claimRun('growing', { owner: 'w', now: 1, leaseMs: 1 });
  const appended = await cpuOf(async () => {
    for (let n = 0; n < BATCHES; n += 1) await store.append(run, n * BATCH.length, BATCH, 1, 'relaxed');
  });
  const each = (ms: number): string => `${((ms * 1000) / read).toFixed(0)} µs`;
  printTable(
    `${read.toLocaleString('en')} messages in ${CHATS} chats, processor time`,
    ['', 'all', 'each'],
    [
      ['keep, with the runs', `${sent.toFixed(0)} ms`, each(sent)],
      ['read', `${opened.toFixed(0)} ms`, each(opened)],
      [
        `append ${(BATCHES * BATCH.length).toLocaleString('en')} events, ${BATCH.length} at once`,
        `${appended.toFixed(0)} ms`,
        `${((appended * 1000) / (BATCHES * BATCH.length)).toFixed(1)} µs`,
      ],
    ],
  );
}

async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

import { type Answer, openMemoryStore } from '@millrace/server';
import { printTable } from './table.ts';

const CHATS = 100;
const ROUNDS = 50;
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

/** The processor's time of keeping and reading messages, in a store in memory. */
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
  const each = (ms: number): string => `${((ms * 1000) / read).toFixed(0)} µs`;
  printTable(
    `${read.toLocaleString('en')} messages in ${CHATS} chats, processor time`,
    ['', 'all', 'each'],
    [
      ['keep, with the runs', `${sent.toFixed(0)} ms`, each(sent)],
      ['read', `${opened.toFixed(0)} ms`, each(opened)],
    ],
  );
}

async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

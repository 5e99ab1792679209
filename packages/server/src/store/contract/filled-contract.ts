import type { Store } from '../store.ts';
import { ANSWER, decision, lease, message, request, START } from './place-contract.ts';

/** Puts some of everything into an account. */
export async function fillStore(store: Store): Promise<void> {
  const projects = [
    { id: 'project-1', name: 'One', instructions: 'first text', model: null, workspace: 'docs' },
    { id: 'project-2', name: 'Two', instructions: 'second text', model: 'm', workspace: null },
  ];
  for (const [i, project] of projects.entries()) await store.createProject({ ...project, created_at: i });
  await store.changeAnswers(undefined, { prompt: 'Account', models: { m: { top_p: 1 } } });
  for (const n of [1, 2]) {
    await store.createChat(`chat-${n}`, n, `project-${n}`);
    await store.changeAnswers(`chat-${n}`, { prompt: `Chat ${n}` });
    const ids = { commandId: `cmd-${n}`, chatId: `chat-${n}`, messageId: `msg-${n}`, runId: `run-${n}` };
    await store.postMessage(message({ ...ids, text: `Question ${n}`, ts: 1_000 + n }));
    await store.claimRun(`run-${n}`, lease());
    const run = { runId: `run-${n}`, fence: 1 };
    await store.append(run, 0, [START], 1_000, 'durable');
    const rules = [
      {
        rule: { id: 'offered', scope: 'chat', tool: 'write_to_file', verdict: 'allow' },
        of: `chat-${n}`,
        text: 'x',
      },
    ] as const;
    await store.ask(run, 1, [request('safe', { rules }), request('bad')], 1_001, 1);
  }
  for (const n of [1, 2]) {
    const ids = { commandId: `waits-${n}`, chatId: 'chat-2', messageId: `waits-${n}`, runId: `later-${n}` };
    await store.queueMessage(message({ ...ids, text: `Waiting question ${n}`, ts: 1_003 + n }));
  }
  await store.decide(decision('safe', { runId: 'run-1', by: 'device-1' }));
  await store.endRun(
    { runId: 'run-1', fence: 1 },
    4,
    { type: 'complete' },
    { ...ANSWER, text: 'Answer 1' },
    1_002,
  );
  await store.claimEnded('run-1', lease('undoes', 3_000));
  const undone = { type: 'revert', tool_use_id: 'call-safe', ok: true, message: '' } as const;
  await store.endRevert({ runId: 'run-1', fence: 2 }, undone, 3_001);
  const rule = { scope: 'user', of: '', tool: 'execute_command' } as const;
  await store.putRule({ ...rule, id: 'old-allow', verdict: 'allow', created_at: 1 });
  await store.putRule({ ...rule, id: 'new-deny', verdict: 'deny', created_at: 2 });
  await store.putRule({
    ...rule,
    id: 'of-chat',
    scope: 'chat',
    of: 'chat-1',
    verdict: 'allow',
    created_at: 3,
  });
  await store.putMemory({ app: 'a', name: 'one', value: 'first', updated_at: 1 });
  await store.putMemory({ app: 'a', name: 'two', value: 'second', updated_at: 2 });
  const sheet = { embed: 'run-1:0:0', base: 'a'.repeat(64), step: 1, from: 'Pixel 9', ts: 1 };
  await store.saveSheet({ ...sheet, chatId: 'chat-1', id: 'v1', cells: [[0, 0, 'one']] });
  await store.saveSheet({ ...sheet, chatId: 'chat-1', id: 'v2', cells: [[0, 0, 'two']] });
  const bytes = new TextEncoder().encode('first text');
  const file = { id: 'file-1', name: 'a.txt', type: 'text/plain', ts: 1 };
  await store.beginFile({ ...file, size: bytes.length, all: 1_000 });
  await store.putPiece({ id: 'file-1', index: 0, bytes, ts: 1 });
  await store.finishFile({ ...file, hash: 'h' });
}

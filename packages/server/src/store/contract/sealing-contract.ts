import { expect, test } from 'vitest';
import { traces } from '../../../../../fixtures/traces.ts';
import { FIRST_ACCOUNT } from '../account.ts';
import { createSealer } from '../seal/sealer.ts';
import { ANSWER, decision, type MakePlace, message, request, storeUnderTest } from './place-contract.ts';

/** Words that stand nowhere else, one for each place that a person or a model can write to. */
const SECRETS = {
  question: 'otter-question "quoted"\nsecond line über',
  context: 'otter-context',
  title: 'otter-title',
  delta: 'otter-delta\tjumps',
  input: 'otter-input/päth.ts',
  feedback: 'otter-feedback',
  edited: 'otter-edited',
  answer: 'otter-answer',
  ruleText: 'otter-rule-text',
  pattern: 'otter-pattern/**',
  path: '/home/otter/workspace',
  tool: 'otter_tool',
  error: 'otter-error',
  device: 'otter-device',
  token: 'otter-script',
};

/** The data that somebody sees who has the database and no key. */
export function sealingContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);

  /** Puts each secret where such a thing is kept. */
  async function fill(): Promise<void> {
    await at.store.createChat('chat-1', 1);
    await at.store.postMessage(
      message({ text: `${SECRETS.title}\n${SECRETS.question}`, context: { page: SECRETS.context } }),
    );
    const run = { runId: 'run-1', fence: 1 };
    await at.store.claimRun('run-1', { owner: 'w', now: 1, leaseMs: 1 });
    const delta = { type: 'text_delta', text: SECRETS.delta } as const;
    await at.store.append(run, 0, [{ type: 'content_block_delta', index: 0, delta }], 2, 'relaxed');
    const offered = { id: 'rule-2', scope: 'chat', tool: 'write_to_file', verdict: 'allow' } as const;
    const asked = request('a', {
      input: { path: SECRETS.input },
      rules: [{ rule: offered, of: 'chat-1', text: SECRETS.ruleText }],
    });
    await at.store.ask(run, 1, [asked], 3, 1);
    await at.store.decide(
      decision('a', {
        from: SECRETS.device,
        decision: {
          type: 'edit',
          message: SECRETS.feedback,
          edited_action: { name: 'write_to_file', args: { path: SECRETS.edited } },
        },
      }),
    );
    const pattern = { type: 'glob', argument: 'path', glob: SECRETS.pattern } as const;
    const rule = { id: 'rule-1', tool: SECRETS.tool, pattern, verdict: 'allow' } as const;
    await at.store.putRule({ ...rule, scope: 'workspace', of: SECRETS.path, created_at: 4 });
    await at.store.putRule({ ...rule, scope: 'user', of: '', created_at: 4 });
    const token = { id: 'token-1', hash: 'h', account: FIRST_ACCOUNT, scopes: ['read'] } as const;
    await at.store.putApiToken({ ...token, name: SECRETS.token, createdAt: 1, expiresAt: null });
    const { answer: text, error: wrong } = SECRETS;
    const error = { message: wrong, code: 'auth', retryable: false };
    await at.store.endRun(run, 3, { type: 'error', ...error }, { ...ANSWER, text, error }, 5);
  }

  test('S1 the database holds nothing that was written, in no form', async () => {
    await fill();
    const dump = Buffer.from(await at.place.dump());
    // The dump has what is readable, so it would have the rest too.
    for (const readable of ['chat-1', 'run-1', 'token-1', 'write_to_file', 'approval_decision']) {
      expect(dump.includes(readable)).toBe(true);
    }
    for (const [name, secret] of Object.entries(SECRETS)) {
      expect(
        traces(secret).filter((trace) => dump.includes(trace)),
        name,
      ).toEqual([]);
    }
    expect(dump.includes('otter')).toBe(false);
    expect((await at.store.getChat('chat-1'))?.title).toBe(SECRETS.title);
  });

  test('S1 a store opens only with the key it was made with', async () => {
    await fill();
    const other = createSealer(new Uint8Array(32).fill(8));
    await expect(at.place.open(other)).rejects.toThrow(
      new RegExp(`encrypted with the key .*this is the key ${other.keyId}.*Give it the key`),
    );
    expect(await at.store.readEvents('run-1', 0, 10)).toHaveLength(4);
  });
}

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type DeviceHeaders, signInWith } from '../../fixtures/sign-in.ts';
import type { HitlDecision } from '../../packages/engine/src/index.ts';
import {
  applyRunEvent,
  type ChatSummary,
  createRunState,
  type MessageRecord,
  type RunTool,
  type SentMessage,
} from '../../packages/engine/src/run.ts';

interface MessageList {
  readonly chat: ChatSummary;
  readonly messages: readonly MessageRecord[];
}

/** A signed-in device of a server. */
export interface Client {
  readonly url: string;
  readonly device: DeviceHeaders;
  api<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  chat(project?: string): Promise<string>;
  send(chat: string, text: string, more?: object): Promise<string>;
  /** Waits until the run of a chat asks, and answers. */
  decide(run: string, chat: string, decision: HitlDecision): Promise<void>;
  /** Gives one answer to all that is asked, until nothing runs any more. */
  answerAll(decision: HitlDecision): Promise<void>;
  untilWaiting(chat: string): Promise<void>;
  untilEnded(chat: string): Promise<void>;
  messages(chat: string): Promise<MessageList>;
}

/** The time limit of the test says how long it may take. */
const PATIENT = { interval: 100, timeout: 3_600_000 } as const;

export async function signInClient(link: string, name?: string): Promise<Client> {
  const { origin } = new URL(link);
  const device: DeviceHeaders = await signInWith(link, name);
  /** A server may close a connection that was quiet in the moment in which it is used again. A command has an id, so it is done once. */
  const ask = (...request: [method: string, path: string, body?: unknown]): Promise<Response> =>
    askOnce(...request).catch((error: Error) =>
      (error.cause as { readonly code?: string } | undefined)?.code === 'ECONNRESET'
        ? askOnce(...request)
        : Promise.reject(error),
    );
  const askOnce = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${origin}${path}`, {
      method,
      headers: {
        ...device,
        'user-agent': 'Mozilla/5.0 (Linux; Android 16; qvaxolumbrenz phone)',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  async function api<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await ask(method, path, body);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
    // The routes' answers are what the engine says of them.
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
  const messages = (chat: string): Promise<MessageList> => api('GET', `/api/chats/${chat}/messages`);
  /** The chat's line in the list: its messages cost more each time. */
  const summary = async (chat: string): Promise<ChatSummary | undefined> =>
    (await api<{ chats: ChatSummary[] }>('GET', '/api/chats')).chats.find(({ id }) => id === chat);

  /** The calls of a run that wait, as far as its stream tells at once. */
  async function waiting(run: string): Promise<RunTool[]> {
    const abort = new AbortController();
    const answer = await fetch(`${origin}/api/runs/${run}/events`, {
      headers: { ...device },
      signal: abort.signal,
    });
    let [state, text] = [createRunState(), ''];
    try {
      for await (const bytes of answer.body ?? []) {
        text += Buffer.from(bytes).toString();
        const events = text.split('\n\n');
        text = events.pop() ?? '';
        for (const event of events) {
          const [, data] = /^data: (.*)$/m.exec(event) ?? [];
          if (data !== undefined) state = applyRunEvent(state, JSON.parse(data));
        }
        const calls = [...state.tools.values()].filter(
          ({ status, approval }) => status === 'waiting' && approval,
        );
        if (calls.length > 0) return calls;
      }
    } finally {
      abort.abort();
    }
    return [];
  }

  async function answerFirst(run: string, decision: HitlDecision): Promise<void> {
    const [call] = await waiting(run);
    const { approval_id, args_hash } = call?.approval ?? {};
    await api('POST', `/api/runs/${run}/decisions`, {
      command_id: randomUUID(),
      approval_id,
      args_hash,
      decision,
    });
  }

  return {
    url: origin,
    device,
    api,
    messages,
    async chat(project) {
      const { id } = await api<{ id: string }>(
        'POST',
        '/api/chats',
        project === undefined ? {} : { project_id: project },
      );
      return id;
    },
    async send(chat, text, more = {}) {
      const body = { command_id: randomUUID(), text, model: 'anthropic/m', ...more };
      return (await api<SentMessage>('POST', `/api/chats/${chat}/messages`, body)).run_id;
    },
    async decide(run, chat, decision) {
      await expect.poll(async () => (await summary(chat))?.waiting, PATIENT).toBe(true);
      await answerFirst(run, decision);
    },
    async answerAll(decision) {
      const answer = async (): Promise<number> => {
        const { chats } = await api<{ chats: ChatSummary[] }>('GET', '/api/chats');
        for (const { run_id, waiting } of chats)
          if (run_id !== null && waiting) await answerFirst(run_id, decision);
        return chats.filter(({ run_id }) => run_id !== null).length;
      };
      await expect.poll(answer, PATIENT).toBe(0);
    },
    async untilWaiting(chat) {
      await expect.poll(async () => (await summary(chat))?.waiting, PATIENT).toBe(true);
    },
    async untilEnded(chat) {
      await expect.poll(async () => (await summary(chat))?.run_id, PATIENT).toBe(null);
    },
  };
}

/** An edit of an input that is not sent. */
export interface KeptEdit {
  /** The value that its fields were made from. */
  readonly base: Readonly<Record<string, unknown>>;
  readonly drafts: readonly (readonly [string, string | readonly string[]])[];
  readonly json?: { readonly text: string; readonly from: string } | undefined;
}

/** An answer to a question that a person has begun and not sent. */
export interface KeptAnswer {
  /** The question that it is for. */
  readonly approval: string;
  /** The form that is open. */
  readonly form?: 'edit' | 'reject' | 'approve' | undefined;
  /** The words to the model. */
  readonly text?: string;
  readonly edit?: KeptEdit | undefined;
  /** All of it in words, for a person who can no longer send it. */
  readonly said: string;
  readonly at: number;
}

/** Beside the drafts of messages: both go when the person signs out. */
const KEY = 'millrace:draft:answer:';
const MOST_KEPT = 30;
const LONGEST = 100_000;

const listeners = new Set<() => void>();
const known = new Map<string, { readonly raw: string | null; readonly answer: KeptAnswer | undefined }>();

/** The name under which the answer about a call of a run is kept. */
export const answerKey = (runId: string, toolUseId: string): string => `${KEY}${runId}:${toolUseId}`;

/** The answer that was begun; the same object until it changes. Never throws. */
export function readAnswer(key: string): KeptAnswer | undefined {
  const raw = storage()?.getItem(key) ?? null;
  const last = known.get(key);
  if (last?.raw === raw) return last?.answer;
  const answer = parsed(raw);
  known.set(key, { raw, answer });
  return answer;
}

/** The calls of a run that an answer is kept for, as one text. Never throws. */
export function answeredCalls(runId: string): string {
  const prefix = answerKey(runId, '');
  const keys = Object.keys(storage() ?? {}).filter((key) => key.startsWith(prefix));
  return keys.map((key) => key.slice(prefix.length)).join('\n');
}

/** Keeps an answer in this browser, or forgets it when nothing is left of it. Never throws. */
export function keepAnswer(key: string, answer: KeptAnswer | undefined): void {
  const store = storage();
  try {
    const raw = answer === undefined || answer.said === '' ? undefined : JSON.stringify(answer);
    if (raw === undefined || raw.length > LONGEST) store?.removeItem(key);
    else {
      if (store?.getItem(key) == null) dropOldest(store);
      store?.setItem(key, raw);
    }
  } catch {
    // The browser has no room for it: it is still in the form.
  }
  for (const listener of listeners) listener();
}

/** Calls back after each change, also of another tab. Returns an unsubscribe. */
export function onAnswers(listener: () => void): () => void {
  listeners.add(listener);
  globalThis.addEventListener?.('storage', listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener?.('storage', listener);
  };
}

function dropOldest(store: Storage | undefined): void {
  const keys = Object.keys(store ?? {}).filter((key) => key.startsWith(KEY));
  if (keys.length < MOST_KEPT) return;
  const [oldest] = keys.toSorted((a, b) => (readAnswer(a)?.at ?? 0) - (readAnswer(b)?.at ?? 0));
  if (oldest !== undefined) store?.removeItem(oldest);
}

function storage(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

function parsed(raw: string | null): KeptAnswer | undefined {
  if (raw === null) return undefined;
  try {
    const read: unknown = JSON.parse(raw);
    return isAnswer(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Another version of the page may have written it. */
function isAnswer(value: unknown): value is KeptAnswer {
  if (typeof value !== 'object' || value === null) return false;
  const { approval, said, edit } = value as Partial<Record<keyof KeptAnswer, unknown>>;
  const isEdit = edit === undefined || (typeof edit === 'object' && edit !== null && 'drafts' in edit);
  return typeof approval === 'string' && typeof said === 'string' && isEdit;
}

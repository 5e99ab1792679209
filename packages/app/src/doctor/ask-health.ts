/** The answer of an address to "are you a Millrace, and how are you?". */
export type Health =
  | { readonly state: 'well' }
  /** A Millrace that refuses, with the code and words of the refusal. */
  | { readonly state: 'trouble'; readonly status: number; readonly code: string; readonly message: string }
  /** Something else answers. */
  | { readonly state: 'foreign'; readonly status: number; readonly location: string | undefined }
  | { readonly state: 'silent'; readonly why: string };

const MOST_BODY = 10_000;

/** Asks `/healthz` below an address. A redirect is not followed. Rejects only when the signal says so. */
export async function askHealth(address: string, signal: AbortSignal): Promise<Health> {
  try {
    const answer = await fetch(`${address.replace(/\/$/, '')}/healthz`, { redirect: 'manual', signal });
    const said = readJson(await firstOf(answer));
    const { status } = answer;
    if (answer.ok && said['status'] === 'ok') return { state: 'well' };
    const { code, message } = said;
    if (!answer.ok && typeof code === 'string' && typeof message === 'string')
      return { state: 'trouble', status, code, message };
    return { state: 'foreign', status, location: answer.headers.get('location') ?? undefined };
  } catch (error) {
    signal.throwIfAborted();
    return { state: 'silent', why: rootOf(error) };
  }
}

/**
 * Asks for a stream that begins at once and ends a moment later. `held`: both came together, so something between here and the server
 * holds streams back. `unknown`: the server sent none.
 */
export async function askStream(address: string, signal: AbortSignal): Promise<'flows' | 'held' | 'unknown'> {
  const headers = { accept: 'text/event-stream' };
  const answer = await fetch(`${address}/healthz`, { headers, redirect: 'manual', signal });
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  let text = '';
  if (!answer.ok || !isStream || answer.body === null) {
    await answer.body?.cancel();
    return 'unknown';
  }
  const decoder = new TextDecoder();
  // To leave the loop ends the request.
  for await (const bytes of answer.body) {
    text += decoder.decode(bytes, { stream: true });
    if (text.includes('data:')) return 'held';
    if (text !== '') return 'flows';
  }
  return 'held';
}

/** The beginning of a body: a stranger may send one without end. */
async function firstOf(answer: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of answer.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > MOST_BODY) break;
  }
  return text;
}

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

/** The root cause of an error: fetch tells nothing itself. */
function rootOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return rootOf(error.cause);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return code ?? error.message;
}

import { readStopDetails } from '@millrace/engine/message';
import { type KeyCheck, ModelError, type ModelErrorCode } from './model.ts';
import { parseJson } from './parse-json.ts';
import type { Provider } from './provider.ts';

/** A provider's words about a failure. `kind` is its own name for it. */
export interface ProviderProblem {
  readonly message: string;
  readonly kind: string;
}

/** Reads the body of a refusal, or an error inside a stream, in any of the forms that providers use. Never throws. */
function readProblem(body: string): ProviderProblem {
  return findProblem(parseJson(body)) ?? { message: body.slice(0, 300).trim(), kind: '' };
}

/** The error in a JSON value; undefined when there is none. */
export function findProblem(json: unknown): ProviderProblem | undefined {
  const value = Array.isArray(json) ? json[0] : json;
  if (!isRecord(value)) return undefined;
  const error = value['error'];
  if (typeof error === 'string') return { message: error, kind: '' };
  const told = isRecord(error) ? error : value;
  const message = told['message'] ?? told['detail'];
  if (typeof message !== 'string') return undefined;
  // A code may be the number of an HTTP status.
  const kinds = [told['type'], told['code'], told['status']].filter(
    (kind) => typeof kind === 'string' || typeof kind === 'number',
  );
  // OpenRouter tells what it flagged beside a status that means many things.
  const { flagged_input } = isRecord(told['metadata']) ? told['metadata'] : {};
  return { message, kind: [...kinds, ...(flagged_input === undefined ? [] : ['moderation'])].join(' ') };
}

/** A request that was refused, in the provider's own words and with what to do. */
export async function refusal(provider: Provider, response: Response): Promise<ModelError> {
  const body = await response.text().catch(() => '');
  const problem = readProblem(body);
  const code = codeOfStatus(response.status, problem);
  return providerError(provider, code, problem, {
    status: response.status,
    retryAfterMs: retryAfter(response.headers) ?? retryDelay(body),
  });
}

/** The outcome of a check that failed. Pure. */
export function failedCheck({ code, message, said }: ModelError): Extract<KeyCheck, { readonly ok: false }> {
  return { ok: false, code, message, ...(said !== undefined && { said }) };
}

/** An error that came inside a stream. */
export function streamFailure(provider: Provider, problem: ProviderProblem): ModelError {
  return providerError(provider, codeOfKind(problem), problem, {});
}

const TOO_LONG =
  /context.{0,12}(length|window|limit)|prompt is too long|maximum context|too many (input )?tokens|token count.{0,40}exceeds|exceeds?.{0,40}(maximum|context).{0,20}tokens/i;

// As OpenAI, Azure and OpenRouter name a prompt that they will not answer.
const REFUSED = /content_filter|content_policy|policy_violation|(bio|cyber)_policy|invalid_prompt|moderation/;

function codeOfStatus(status: number, problem: ProviderProblem): ModelErrorCode {
  if (status < 500 && status !== 429 && REFUSED.test(problem.kind)) return 'refused';
  if (status === 401 || status === 402 || status === 403) return 'auth';
  if (status === 429) return 'rate_limited';
  if (status === 408 || status >= 500) return 'overloaded';
  // Gemini reports a bad key with 400.
  const code = codeOfKind(problem);
  return code === 'auth' || code === 'context_length'
    ? code
    : status === 413
      ? 'context_length'
      : 'bad_request';
}

function codeOfKind({ kind, message }: ProviderProblem): ModelErrorCode {
  if (REFUSED.test(kind)) return 'refused';
  if (TOO_LONG.test(message) || kind.includes('context_length')) return 'context_length';
  if (
    /auth|permission|api[_ ]key|UNAUTHENTICATED|(^| )40[123]( |$)/i.test(kind) ||
    /API key (not valid|expired)/i.test(message)
  ) {
    return 'auth';
  }
  if (/rate_limit|quota|RESOURCE_EXHAUSTED|(^| )429( |$)/i.test(kind)) return 'rate_limited';
  if (/invalid|not_found|bad_?request|(^| )4(00|04|22)( |$)/i.test(kind)) return 'bad_request';
  return 'overloaded';
}

function providerError(
  { name, keyName, baseUrlName }: Provider,
  code: ModelErrorCode,
  { message, kind }: ProviderProblem,
  { status, retryAfterMs }: { readonly status?: number; readonly retryAfterMs?: number | undefined },
): ModelError {
  const said = sentence(message || (status === undefined ? 'no reason' : `status ${status}`));
  // Money is not a matter of waiting; but Gemini speaks of billing when it is, and says for how long.
  const spent =
    kind.includes('insufficient_quota') ||
    (retryAfterMs === undefined && /billing|credit/i.test(`${kind} ${message}`));
  // A time to wait is told as a number beside the words, so that it can be counted down.
  const when = retryAfterMs === undefined ? ' Try again later.' : '';
  const declined = `${name} did not accept the request${status === undefined ? '' : ` (${status})`}: ${said}`;
  const words: Readonly<Record<ModelErrorCode, string>> = {
    auth: `${name} refused the key: ${said} Check the key in the settings, or ${keyName}.`,
    rate_limited: spent
      ? `${name} says the account has no credit left: ${said} Add credit, or use another model.`
      : `${name} is rate-limiting this key: ${said}${when}`,
    overloaded: `${name} has trouble${status === undefined ? '' : ` (${status})`}: ${said} Try again, or use another model.`,
    context_length: `The conversation is too long for this model. ${name} said: ${said} Start a new chat, or use a model with a larger context.`,
    bad_request:
      status === 404
        ? `${name} does not know this model or address: ${said} Check the model's name and ${baseUrlName}.`
        : declined,
    refused: declined,
    network: said,
    stalled: said,
  };
  const retryable = code === 'overloaded' || (code === 'rate_limited' && !spent);
  const details = readStopDetails({ type: 'content_filter', reason: kind, explanation: message });
  return new ModelError(code, words[code], {
    ...{ retryable, retryAfterMs, said: message.trim() || undefined },
    ...(code === 'refused' && { details }),
  });
}

/** `Retry-After` in seconds or as a date; some providers send milliseconds in a header of their own. */
function retryAfter(headers: Headers): number | undefined {
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (ms >= 0) return ms;
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const seconds = Number(text);
  if (seconds >= 0) return seconds * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** Gemini says it in the body: `"retryDelay": "38s"`. */
function retryDelay(body: string): number | undefined {
  const [, seconds] = /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(body) ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

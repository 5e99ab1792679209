import type { McpServerConfig } from '@millrace/engine/run';
import { type Progress, SdkError } from '@modelcontextprotocol/client';
import type { ToolContext } from '../define/tool.ts';
import { failureWords } from './failure-words.ts';
import type { Link } from './open-link.ts';
import { createPatience } from './patience.ts';

/** The limits of each request of the client. */
export interface RequestLimits {
  readonly signal: AbortSignal;
  readonly timeout: number;
  readonly onprogress: (at: Progress) => void;
}

export interface RequestParts {
  readonly name: string;
  readonly config: McpServerConfig;
  readonly link: Link;
  readonly ctx: ToolContext;
  /** Those whom the server may ask while they wait. */
  readonly calls: Set<ToolContext['ask']>;
  /** The connection itself broke. */
  readonly onBroken: () => void;
}

const CALL_MS = 300_000;
/** The longest time that a timer can hold: the client's own limit must never be the first. */
const NEVER_MS = 2 ** 31 - 1;

/** Sends a request for a call, and rejects in words for the model when there is no answer. */
export async function sendRequest<T>(
  { name, config, link, ctx, calls, onBroken }: RequestParts,
  send: (limits: RequestLimits) => Promise<T>,
): Promise<T> {
  const limit = config.timeout_ms ?? CALL_MS;
  const patience = createPatience(limit);
  const ask: ToolContext['ask'] = (form) => patience.hold(() => ctx.ask(form));
  const onprogress = (progress: Progress): void => {
    patience.renew();
    ctx.progress(progressNote(progress));
  };
  calls.add(ask);
  try {
    return await send({
      signal: AbortSignal.any([ctx.signal, patience.signal]),
      timeout: NEVER_MS,
      onprogress,
    });
  } catch (error) {
    ctx.signal.throwIfAborted();
    if (patience.signal.aborted)
      throw new Error(
        `The MCP server ${name} did not respond for ${limit / 1000} seconds, so the call was cancelled. It may have run.`,
      );
    // The server's own words are good enough.
    if (!(error instanceof SdkError || error instanceof TypeError)) throw error;
    onBroken();
    throw new Error(
      `The MCP server ${name} disconnected during this call, so it may or may not have run. The next call reconnects. ${failureWords(error, config, link.said())}`,
    );
  } finally {
    patience.end();
    calls.delete(ask);
  }
}

function progressNote({ progress, total, message }: Progress) {
  const part = total === undefined || total <= 0 ? null : Math.min(1, Math.max(0, progress / total));
  const counted = total === undefined ? `${progress}` : `${progress} of ${total}`;
  return { stage: 'mcp', message: message ?? counted, progress: part };
}

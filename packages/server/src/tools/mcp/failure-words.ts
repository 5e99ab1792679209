import type { McpServerConfig } from '@millrace/engine/run';
import { SdkHttpError } from '@modelcontextprotocol/client';

const SHORTEST_SECRET = 4;

/** Why a server could not be reached, and what to do, without what its configuration keeps secret. Pure. */
export function failureWords(error: unknown, config: McpServerConfig, said: string): string {
  const last = said === '' ? '' : ` Its last output: ${said}`;
  return withoutSecrets(`${reason(error, config)}${last}`, config);
}

function reason(error: unknown, config: McpServerConfig): string {
  const { message, code } = rootOf(error);
  if ('command' in config) {
    if (code === 'ENOENT')
      return `The program ${config.command} or its working folder was not found. Check "command" and "cwd".`;
    if (code === 'EACCES') return `The program ${config.command} may not be run. Check its permissions.`;
    return `${message}. Check "command" and "args", and try them in a terminal.`;
  }
  if (error instanceof SdkHttpError) {
    const { status } = error;
    return status === 401 || status === 403
      ? `${config.url} answered ${status}: it requires authentication. Check "headers".`
      : `${config.url} answered ${status}. Check "url".`;
  }
  return `${config.url} could not be reached: ${message}. Check "url", and that the server runs.`;
}

/** The root cause of an error: fetch tells nothing itself. */
function rootOf(error: unknown): { readonly message: string; readonly code: string | undefined } {
  if (!(error instanceof Error)) return { message: String(error), code: undefined };
  if (error.cause instanceof Error) return rootOf(error.cause);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { message: error.message.replace(/\.$/, '') || code || error.name, code };
}

function withoutSecrets(text: string, config: McpServerConfig): string {
  const secrets = Object.values(('command' in config ? config.env : config.headers) ?? {});
  return secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .reduce((told, secret) => told.replaceAll(secret, '•••'), text);
}

import { pathToFileURL } from 'node:url';
import type { McpHttpServer, McpServerConfig, McpStdioServer } from '@millrace/engine/run';
import {
  Client,
  type ElicitRequest,
  METHOD_NOT_FOUND,
  ProtocolError,
  type Resource,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Tool,
  type Transport,
} from '@modelcontextprotocol/client';
import type { FormAnswer, ToolForm } from '../define/tool.ts';
import { StdioTransport } from './stdio-transport.ts';

/** A server that is connected. */
export interface Link {
  readonly client: Client;
  /** The last that its program printed about itself. */
  said(): string;
  close(): Promise<void>;
}

export interface LinkParts {
  readonly config: McpServerConfig;
  /** The folder that servers may be about. */
  readonly root: string | undefined;
  readonly connectMs: number;
  readonly guard: typeof fetch;
  readonly onTools: (tools: readonly Tool[]) => void;
  readonly onResources: (resources: readonly Resource[]) => void;
  readonly onClose: () => void;
  /** Receives the output of its program, also of one that can't be connected. */
  readonly onSaid: (said: () => string) => void;
  readonly ask: (form: ToolForm) => Promise<FormAnswer>;
}

const CLIENT = { name: 'millrace', version: '0.1.0' };
const PROBE_MS = 5_000;
const FAREWELL_MS = 1_000;

/** Connects to a server. Rejects with what is wrong; then nothing of it is left. */
export async function openLink(parts: LinkParts): Promise<Link> {
  const { config } = parts;
  if ('command' in config) return openProgram(parts, config);
  try {
    const transport = new StreamableHTTPClientTransport(new URL(config.url), requestsOf(parts, config));
    const client = await connect(parts, transport);
    return {
      client,
      said: () => '',
      async close() {
        await inTime(transport.terminateSession());
        await client.close();
      },
    };
  } catch (error) {
    // Servers of the older kind answer the first request so.
    if (!(error instanceof SdkHttpError) || ![400, 404, 405].includes(error.status)) throw error;
    return openOlder(parts, config, error);
  }
}

async function openOlder(parts: LinkParts, config: McpHttpServer, before: Error): Promise<Link> {
  try {
    const client = await connect(
      parts,
      new SSEClientTransport(new URL(config.url), requestsOf(parts, config)),
    );
    return { client, said: () => '', close: () => client.close() };
  } catch {
    throw before;
  }
}

async function openProgram(parts: LinkParts, config: McpStdioServer): Promise<Link> {
  try {
    return await startProgram(parts, config, 'auto');
  } catch (error) {
    // Some of the older kind end when they are asked for the newer protocol.
    if (!(error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed)) throw error;
    return startProgram(parts, config, 'legacy');
  }
}

async function startProgram(parts: LinkParts, config: McpStdioServer, mode: Mode): Promise<Link> {
  const transport = new StdioTransport(config);
  const said = (): string => transport.tail.last;
  parts.onSaid(said);
  try {
    const client = await connect(parts, transport, mode);
    return { client, said, close: () => client.close() };
  } catch (error) {
    await transport.close();
    throw error;
  }
}

type Mode = 'auto' | 'legacy';

async function connect(parts: LinkParts, transport: Transport, mode: Mode = 'auto'): Promise<Client> {
  const { connectMs, root, onTools, onResources, onClose, ask } = parts;
  const client = new Client(CLIENT, {
    capabilities: { elicitation: { form: {} }, ...(root !== undefined && { roots: {} }) },
    versionNegotiation: { mode, probe: { timeoutMs: Math.min(PROBE_MS, connectMs) } },
    listChanged: {
      tools: { onChanged: (_, tools) => tools && onTools(tools) },
      resources: { onChanged: (_, resources) => resources && onResources(resources) },
    },
  });
  client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) =>
    elicit(params, mcpReq.signal, ask),
  );
  if (root !== undefined)
    client.setRequestHandler('roots/list', () => ({
      roots: [{ uri: pathToFileURL(root).href, name: 'workspace' }],
    }));
  client.fallbackRequestHandler = async ({ method }) => {
    throw new ProtocolError(METHOD_NOT_FOUND, `Millrace does not support ${method}. Continue without it.`);
  };
  // The request that it happens to reports an error that is not fatal.
  client.onerror = () => {};
  await client.connect(transport, { timeout: connectMs });
  client.onclose = onClose;
  onTools((await client.listTools({}, { timeout: connectMs })).tools);
  if (client.getServerCapabilities()?.resources !== undefined)
    // The model sees those for convenience only.
    await client.listResources({}, { timeout: connectMs }).then(
      ({ resources }) => onResources(resources),
      () => {},
    );
  return client;
}

async function elicit(
  params: ElicitRequest['params'],
  signal: AbortSignal,
  ask: LinkParts['ask'],
): Promise<
  Exclude<FormAnswer, { action: 'accept' }> | { action: 'accept'; content: Record<string, Answer> }
> {
  if (params.mode === 'url') return { action: 'cancel' };
  const { message, requestedSchema } = params;
  const defaults = Object.entries(requestedSchema.properties).flatMap(([key, property]) =>
    'default' in property && property.default !== undefined ? [[key, property.default] as const] : [],
  );
  const answer = await ask({
    message,
    schema: { ...requestedSchema },
    defaults: Object.fromEntries(defaults),
    signal,
  });
  if (answer.action !== 'accept') return answer;
  // It was checked against the schema of the question, which allows only such values.
  return { action: 'accept', content: answer.content as Record<string, Answer> };
}

type Answer = string | number | boolean | string[];

/** A redirect is not followed: what the headers hold goes to no other address. */
function requestsOf(
  { guard }: Pick<LinkParts, 'guard'>,
  { headers, guarded }: McpHttpServer,
): { requestInit: RequestInit; fetch?: typeof fetch } {
  const requestInit: RequestInit = { redirect: 'manual', ...(headers !== undefined && { headers }) };
  return { requestInit, ...(guarded && { fetch: guard }) };
}

/** Waits, but not for long, and does not mind a failure. */
async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, FAREWELL_MS);
  });
  await Promise.race([work.catch(() => {}), late]);
  clearTimeout(timer);
}

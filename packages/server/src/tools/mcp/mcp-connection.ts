import type { McpServerConfig, McpServerInfo } from '@millrace/engine/run';
import type { CallToolResult, ReadResourceResult, Tool } from '@modelcontextprotocol/client';
import type { ToolContext, ToolInput } from '../define/tool.ts';
import type { Link, LinkParts } from './open-link.ts';
import type { RequestLimits } from './send-request.ts';

/** One server, connected when it is needed and again after it has died. */
export interface McpConnection {
  readonly name: string;
  readonly config: McpServerConfig;
  state(): Pick<McpServerInfo, 'state' | 'problem'>;
  /** The tools that it offered when it was last heard of. */
  tools(): readonly Tool[];
  /** The addresses of its resources. */
  resources(): readonly string[];
  /** Connects, unless it is, or failed a moment ago. Resolves when that is over. Never rejects. */
  wake(): Promise<void>;
  /** Connects now. Rejects with what is wrong. */
  connect(): Promise<void>;
  /** Rejects with what is wrong when there is no result. */
  callTool(tool: string, input: ToolInput, ctx: ToolContext): Promise<CallToolResult>;
  readResource(uri: string, ctx: ToolContext): Promise<ReadResourceResult>;
  close(): Promise<void>;
}

export interface ConnectionOptions {
  readonly root: string | undefined;
  readonly connectMs: number;
  /** Reaches servers that were added on the page. */
  readonly guard: typeof fetch;
}

const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 60_000;

/** A connection that opens nothing before it is asked to. */
export function createConnection(
  name: string,
  config: McpServerConfig,
  options: ConnectionOptions,
): McpConnection {
  let opening: Promise<Link> | undefined;
  let opened: Link | undefined;
  let isClosed = false;
  let tools: readonly Tool[] = [];
  let resources: readonly string[] = [];
  let failure: { readonly problem: string; readonly tries: number; readonly retryAt: number } | undefined;
  const calls = new Set<ToolContext['ask']>();

  function forget(which: Promise<Link> | undefined): void {
    if (opening !== which) return;
    opening = undefined;
    opened = undefined;
  }

  async function open(): Promise<Link> {
    let said = (): string => '';
    const mine: Promise<Link> = connectTo({
      config,
      ...options,
      onTools: (now) => {
        tools = now;
      },
      onResources: (now) => {
        resources = now.map(({ uri }) => uri);
      },
      onClose: () => forget(mine),
      onSaid: (tell) => {
        said = tell;
      },
      ask: askFor,
    });
    opening = mine;
    try {
      const link = await mine;
      if (opening === mine) opened = link;
      failure = undefined;
      return link;
    } catch (error) {
      const { failureWords } = await import('./failure-words.ts');
      forget(mine);
      const tries = (failure?.tries ?? 0) + 1;
      const problem = failureWords(error, config, said());
      const pause = Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
      failure = { problem, tries, retryAt: Date.now() + pause };
      throw new Error(`The MCP server ${name} could not be reached. ${problem}`);
    }
  }

  /** A server does not say which call it asks for: where there are several, nobody can tell whom to ask. */
  const askFor: ToolContext['ask'] = async (form) => {
    const [ask] = calls;
    return ask === undefined || calls.size > 1 ? { action: 'cancel' } : ask(form);
  };

  let connecting: Promise<Link> | undefined;
  async function linked(): Promise<Link> {
    if (isClosed) throw new Error(`The MCP server ${name} is no longer in the configuration.`);
    if (opened !== undefined) return opened;
    connecting ??= open().finally(() => {
      connecting = undefined;
    });
    return connecting;
  }

  async function request<T>(
    ctx: ToolContext,
    send: (link: Link, limits: RequestLimits) => Promise<T>,
  ): Promise<T> {
    const link = await linked();
    ctx.signal.throwIfAborted();
    const onBroken = (): void => {
      if (opened === link) forget(opening);
      void link.close().catch(() => {});
    };
    const { sendRequest } = await import('./send-request.ts');
    return sendRequest({ name, config, link, ctx, calls, onBroken }, (limits) => send(link, limits));
  }

  return {
    name,
    config,
    state() {
      if (opened !== undefined) return { state: 'connected' };
      // A connection that failed and is tried again has failed until it works.
      if (failure !== undefined) return { state: 'failed', problem: failure.problem };
      return { state: connecting === undefined ? 'idle' : 'connecting' };
    },
    tools: () => tools,
    resources: () => resources,
    async wake() {
      const waits = connecting === undefined && Date.now() < (failure?.retryAt ?? 0);
      if (!waits) await linked().catch(() => {});
    },
    async connect() {
      await linked();
    },
    callTool: (tool, input, ctx) =>
      request(ctx, ({ client }, limits) => client.callTool({ name: tool, arguments: { ...input } }, limits)),
    readResource: (uri, ctx) =>
      request(ctx, ({ client }, limits) => client.readResource({ uri }, { ...limits, cacheMode: 'refresh' })),
    async close() {
      isClosed = true;
      const link = opened ?? (await connecting?.catch(() => undefined));
      await link?.close();
      forget(opening);
    },
  };
}

/** The client is loaded with the first connection: a server without MCP servers starts without it. */
async function connectTo(parts: LinkParts): Promise<Link> {
  const { openLink } = await import('./open-link.ts');
  return openLink(parts);
}

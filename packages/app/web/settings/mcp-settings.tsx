import type { McpServerChange, McpServerInfo, McpServerList } from '@millrace/engine/run';
import { ApiError, type Client } from '@millrace/react';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type PageWords, usePageWords } from '../base/page-words.ts';
import { McpForm } from './mcp-form.tsx';

const LOOK_AGAIN_MS = 1000;

/** The MCP servers, how they are, what they bring, and the way to add one. A server without them shows nothing. */
export function McpSettings({ client }: { readonly client: Client }) {
  const strings = usePageWords();
  const [list, setList] = useState<McpServerList>();
  const [missing, setMissing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    client.mcpServers().then(setList, (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) setMissing(true);
      else setProblem(strings.mcpFailed);
    });
  }, [client, strings.mcpFailed]);
  useEffect(() => {
    if (!list?.servers.some(({ state }) => state === 'connecting' || state === 'idle')) return;
    const timer = setTimeout(() => void client.mcpServers().then(setList, () => {}), LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [client, list]);

  async function change(work: Promise<unknown>): Promise<void> {
    setProblem(undefined);
    try {
      await work;
      setList(await client.mcpServers());
    } catch (error) {
      setProblem(error instanceof Error ? error.message : strings.mcpFailed);
    }
  }
  async function add(name: string, server: McpServerChange): Promise<void> {
    setList(await client.putMcpServer(name, server));
  }
  async function remove(name: string): Promise<void> {
    await change(client.removeMcpServer(name));
    // The button that had the focus is gone.
    heading.current?.focus();
  }

  if (missing) return null;
  const problems = [...(list?.problems ?? []), ...(problem === undefined ? [] : [problem])];
  return (
    <section>
      <h3 ref={heading} tabIndex={-1}>
        {strings.mcp}
      </h3>
      <p>{strings.mcpHelp}</p>
      {problems.map((each) => (
        <p key={each} className="app-problem" role="alert">
          {each}
        </p>
      ))}
      <ul className="app-providers">
        {list?.servers.map((server) => (
          <Server
            key={server.name}
            server={server}
            onRemove={() => void remove(server.name)}
            onTry={() => void change(client.checkMcpServer(server.name))}
            onDisable={(disabled) => void change(client.putMcpServer(server.name, { disabled }))}
          />
        ))}
        <li>
          <McpForm onAdd={add} />
        </li>
      </ul>
    </section>
  );
}

interface ServerProps {
  readonly server: McpServerInfo;
  readonly onRemove: () => void;
  readonly onTry: () => void;
  readonly onDisable: (disabled: boolean) => void;
}

function Server({ server, onRemove, onTry, onDisable }: ServerProps) {
  const strings = usePageWords();
  const { name, state, problem, tools } = server;
  const isOff = state === 'disabled';
  return (
    <li>
      <div className="app-provider">
        <div>
          <strong dir="auto">{name}</strong>
        </div>
        <State state={state} />
        <button
          type="button"
          className="mr-button"
          aria-label={isOff ? strings.enableServer(name) : strings.disableServer(name)}
          onClick={() => onDisable(!isOff)}
        >
          {isOff ? strings.enable : strings.disable}
        </button>
        <button
          type="button"
          className="mr-button"
          aria-label={strings.removeServer(name)}
          onClick={onRemove}
        >
          {strings.remove}
        </button>
      </div>
      <p className="app-command" dir="ltr">
        {detailOf(strings, server)}
      </p>
      {problem !== undefined && (
        <p className="app-problem" role="alert" dir="auto">
          {problem}
        </p>
      )}
      {state === 'failed' && (
        <button type="button" className="mr-button" aria-label={strings.tryServer(name)} onClick={onTry}>
          {strings.tryAgain}
        </button>
      )}
      {tools.length > 0 && (
        <details className="app-tools">
          <summary>{strings.toolCount(tools.length)}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
          <ul tabIndex={0}>
            {tools.map((tool) => (
              <li key={tool.name} className="app-tool">
                <code>{tool.name}</code> {tool.approval === 'allow' && `(${strings.runsWithoutAsking}) `}
                <span className="app-quiet" dir="auto">
                  {tool.description}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function State({ state }: Pick<McpServerInfo, 'state'>) {
  const strings = usePageWords();
  switch (state) {
    case 'connected':
      return (
        <span className="app-connected">
          <Check size={16} aria-hidden="true" />
          {strings.connected}
        </span>
      );
    case 'failed':
      return <span className="app-failed">{strings.failed}</span>;
    case 'disabled':
      return <span className="app-quiet">{strings.disabled}</span>;
    case 'idle':
    case 'connecting':
      return <span className="app-quiet">{strings.connecting}</span>;
  }
}

function detailOf(strings: PageWords, { command, args = [], url, env, headers }: McpServerInfo): string {
  const secrets = [...env, ...headers].join(', ');
  const where = url ?? [command, ...args].join(' ');
  return secrets === '' ? where : `${where} · ${strings.knows(secrets)}`;
}

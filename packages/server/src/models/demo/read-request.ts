import type { DemoResult } from './demo-script.ts';

/** The parts of a request that the demo model looks at. */
export interface DemoRequest {
  /** The last thing that a person, or the agent that it helps, said. */
  readonly asked: string;
  /** The results of each of its messages since then. */
  readonly rounds: readonly (readonly DemoResult[])[];
  /** The names of the tools that it may call. */
  readonly tools: ReadonlySet<string>;
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: string;
  readonly is_error?: boolean;
}

/** Reads a request in Anthropic's format. */
export function readRequest(body: string): DemoRequest {
  // Our own adapter wrote this body.
  const { messages, tools = [] } = JSON.parse(body) as {
    readonly messages: readonly { readonly role: string; readonly content: readonly Block[] }[];
    readonly tools?: readonly { readonly name: string }[];
  };
  const isSaid = (content: readonly Block[]): boolean =>
    content.some(({ type }) => type === 'text') && !content.some(({ type }) => type === 'tool_result');
  const at = messages.findLastIndex(({ role, content }) => role === 'user' && isSaid(content));
  return {
    asked: messages[at]?.content.findLast(({ text }) => text !== undefined)?.text ?? '',
    rounds: messages
      .slice(at + 1)
      .filter(({ role }) => role === 'user')
      .map(({ content }) =>
        content
          .filter(({ type }) => type === 'tool_result')
          .map((result) => ({ content: result.content ?? '', isError: result.is_error === true })),
      ),
    tools: new Set(tools.map(({ name }) => name)),
  };
}

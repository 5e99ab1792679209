import { approvalInterrupt } from '@millrace/engine/approval';
import { parseHTML } from 'linkedom';
import { act, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Payload } from './chat/message/payload.tsx';
import { buildTimeline, DocumentView, EmbedsProvider, Timeline, toolUI, whenOpened } from './index.ts';
import { CallBody } from './timeline/call-body.tsx';

// Components of an app that break: on a server, in a browser, and only while the arguments are not whole.

const page = parseHTML('<!doctype html><html><body></body></html>');
beforeAll(() => {
  vi.stubGlobal('window', page.window);
  vi.stubGlobal('document', page.document);
  vi.stubGlobal('navigator', { userAgent: '' });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('CSS', { escape: String });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const Broken = (): ReactNode => {
  throw new Error('It broke.');
};

interface Tools {
  mail: { readonly args: { readonly to: readonly string[] } };
  post: { readonly args: object };
}

/** The text of a page with a tool, an embed and a payload, whose components are these. */
async function drawn(node: ReactNode, where: 'browser' | 'server'): Promise<string> {
  if (where === 'server') return plain(renderToStaticMarkup(node));
  const { createRoot } = await import('react-dom/client');
  const box = page.document.createElement('div');
  const root = createRoot(box);
  await act(async () => root.render(node));
  const text = plain(box.innerHTML);
  act(() => root.unmount());
  return text;
}
const plain = (html: string): string => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

const call = (toolName: string, result?: unknown) =>
  ({
    type: 'tool-call',
    toolCallId: toolName,
    toolName,
    args: {},
    ...(result !== undefined && { result }),
  }) as const;

test.each(['browser', 'server'] as const)(
  'T310 a component of a tool, an embed or a payload that throws is replaced by what stands there without it: %s',
  async (where) => {
    const asked = approvalInterrupt({ tool: 'post', input: { text: 'Hello all' } });
    const tools = toolUI<Tools>({ mail: Broken, post: Broken });
    const text = await drawn(
      <>
        <p>Before</p>
        <Timeline groups={buildTimeline([call('mail', 'Sent to Ann'), call('post', asked)])} tools={tools} />
        <EmbedsProvider value={{ code: Broken }}>
          <DocumentView text={'A text\n\n```js\nconst kept = 1;\n```\n'} messageId="m" />
        </EmbedsProvider>
        <Payload type="tool_history" data={[{ a: 'kept data' }]} payloads={{ tool_history: Broken }} />
        <p>After</p>
      </>,
      where,
    );
    for (const words of [
      'Before',
      'Sent to Ann',
      'Hello all',
      'Waiting for you',
      'A text',
      'kept',
      'kept data',
      'After',
    ])
      expect(text).toContain(words);
  },
);

test('T310 a component that only whole arguments satisfy is drawn once they are whole', async () => {
  const { createRoot } = await import('react-dom/client');
  const box = page.document.createElement('div');
  const root = createRoot(box);
  const tools = toolUI<Tools>({
    mail: ({ args }) => <b>To {(args as Tools['mail']['args']).to.join(' and ')}</b>,
  });
  const show = (args: object, result?: string) =>
    act(async () =>
      root.render(
        <Timeline groups={buildTimeline([{ ...call('mail', result), args: { ...args } }])} tools={tools} />,
      ),
    );
  await show({});
  expect(box.textContent).not.toContain('To ');
  await show({ to: ['Ann', 'Bob'] });
  expect(box.textContent).toContain('To Ann and Bob');
  await show({ to: ['Ann', 'Bob'] }, 'Sent');
  expect(box.textContent).toContain('To Ann and Bob');
  act(() => root.unmount());
});

test.each(['running', 'completed'] as const)(
  'T310 one that throws in an opened row, or while it is written, leaves what came: %s',
  async (status) => {
    const { mail } = toolUI<Tools>({ mail: whenOpened(Broken, Broken) });
    const item = { kind: 'tool-call', id: '1', toolName: 'mail', args: { to: ['Ann'] }, status } as const;
    const details = status === 'running' ? ({ state: 'writing' } as const) : undefined;
    expect(await drawn(<CallBody {...{ item, details }} Tool={mail} open />, 'browser')).toContain(
      status === 'running' ? 'Ann' : 'Input',
    );
  },
);

import { approvalInterrupt, doomLoopInterrupt, type InterruptResult } from '@millrace/engine';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FallbackToolBody } from './fallback-tool-body.tsx';
import { Timeline } from './timeline.tsx';

beforeEach(() => void vi.stubGlobal('navigator', { userAgent: 'Node' }));
afterEach(() => vi.unstubAllGlobals());

const asked = approvalInterrupt({ tool: 'post', input: { to: '#growth' } }, { description: 'Post it' });
const loop: InterruptResult = doomLoopInterrupt(
  { tool: 'post', input: { to: '#growth' } },
  { threshold: 3, signatures: ['a', 'a', 'a'] },
);
const draw = (result: unknown): string =>
  renderToStaticMarkup(
    <FallbackToolBody
      {...{ toolCallId: '1', toolName: 'post', args: { to: '#growth' }, result }}
      status="completed"
    />,
  );

test('T3 a question without a component of its own is asked by the card for any call', () => {
  expect(draw(asked)).toContain('Waiting for you');
  expect(draw(asked)).toContain('Post it');
  expect(draw(asked)).not.toContain('role="tab"');
});

test('T3 a question about a loop is asked by the card for loops', () => {
  expect(draw(loop)).toContain('It may be stuck');
  expect(draw(asked)).not.toContain('It may be stuck');
});

test('T3 every other result is shown with what went in', () => {
  for (const result of ['done', { __interrupt__: true }, null, [1], { ok: true }]) {
    expect(draw(result)).toContain('role="tab"');
    expect(draw(result)).not.toContain('data-waiting');
  }
});

const call = (toolName: string) =>
  ({ kind: 'tool-call', id: toolName, toolName, args: {}, status: 'running' }) as const;

test('T3 a tool of the registry is drawn by its component, any other by the fallback', () => {
  const groups = ['mine', 'constructor', 'other'].map((name) => ({ parent: call(name), children: [] }));
  const seen: string[] = [];
  const html = renderToStaticMarkup(
    <Timeline
      groups={groups}
      tools={{
        mine: ({ toolName, toolCallId }) => {
          seen.push(toolCallId);
          return `<${toolName}>`;
        },
      }}
    />,
  );
  expect(seen).toEqual(['mine']);
  expect(html).toContain('&lt;mine&gt;');
  expect(html.match(/role="group"/g)).toHaveLength(3);
});

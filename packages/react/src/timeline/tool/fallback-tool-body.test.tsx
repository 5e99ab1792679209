import type { InterruptResult, ItemStatus } from '@millrace/engine';
import { approvalInterrupt, doomLoopInterrupt } from '@millrace/engine/approval';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Timeline } from '../timeline.tsx';
import { FallbackToolBody, InRow } from './fallback-tool-body.tsx';

const asked = approvalInterrupt({ tool: 'post', input: { to: '#growth' } }, { description: 'Post it' });
const loop: InterruptResult = doomLoopInterrupt(
  { tool: 'post', input: { to: '#growth' } },
  { threshold: 3, signatures: ['a', 'a', 'a'] },
);
const draw = (result: unknown, inRow = true, status: ItemStatus = 'completed'): string =>
  renderToStaticMarkup(
    <InRow value={inRow}>
      <FallbackToolBody
        {...{ toolCallId: '1', toolName: 'post_note', args: { to: '#growth' }, result, status }}
      />
    </InRow>,
  );

test('T282 a question without a component of its own is asked by the card for any call', () => {
  expect(draw(asked)).toContain('Waiting for you');
  expect(draw(asked)).toContain('Post it');
  expect(draw(asked)).not.toContain('role="tab"');
});

test('T282 a question about a loop is asked by the card for loops', () => {
  expect(draw(loop)).toContain('It may be stuck');
  expect(draw(asked)).not.toContain('It may be stuck');
});

test('T282 every other result is shown with what went in', () => {
  for (const result of ['done', { __interrupt__: true }, null, [1], { ok: true }]) {
    expect(draw(result)).toContain('role="tab"');
    expect(draw(result)).not.toContain('data-waiting');
  }
});

test('T283 outside of a timeline it says what the call is and how far, and folds the rest', () => {
  const words = (status: ItemStatus): string => draw('done', false, status).replace(/<[^>]*>/g, ' ');
  expect(draw('done', false)).toContain('aria-expanded="false"');
  expect(draw('done', false)).not.toContain('role="tab"');
  expect(draw('done')).not.toContain('aria-expanded');
  for (const [status, said] of [
    ['running', /Posting note\s+running/],
    ['completed', /Posted note\s+done/],
    ['cancelled', /Post note\s+not run/],
    ['error', /Post note\s+failed/],
  ] as const)
    expect(words(status)).toMatch(said);
  expect(draw(asked, false)).toContain('Waiting for you');
});

test('T283 a component that falls back in a timeline has no second line', () => {
  const groups = [{ parent: call('mine'), children: [] }];
  const html = renderToStaticMarkup(<Timeline groups={groups} tools={{ mine: FallbackToolBody }} />);
  expect(html.match(/mr-step-head/g)).toHaveLength(1);
  expect(html).toContain('role="tab"');
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

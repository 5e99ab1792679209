import { isInterruptResult } from '@millrace/engine';
import type { ApprovalRequest } from '@millrace/engine/run';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { GenericHitlApprovalToolUI } from '../../approval/card/generic-hitl-approval.tsx';
import { HitlContext } from '../../approval/decision/hitl-runtime.ts';
import { TimelineView } from '../timeline-view.tsx';
import type { TimelineToolComponent, TimelineToolProps } from './timeline-tool.ts';

const approval: ApprovalRequest = {
  ...{ type: 'approval_request', approval_id: 'a', tool_use_id: '1', tool: 'post', input: { to: '#growth' } },
  ...{ args_hash: 'the-hash', title: 'Post it', reason: 'It posts.', expires_at: Date.UTC(2100, 0) },
  rules: [{ rule: { id: 'r', tool: 'post', verdict: 'allow', scope: 'chat' }, of: 'chat', text: 'Always' }],
};
const parent = { kind: 'tool-call', id: '1', toolName: 'post', args: {}, status: 'pending' } as const;
const runtime = { device: () => 'me', decide: () => new Promise<never>(() => {}) };

const draw = (tools: Readonly<Record<string, TimelineToolComponent>>): string =>
  renderToStaticMarkup(
    <HitlContext value={runtime}>
      <TimelineView
        groups={[{ parent, children: [] }]}
        details={new Map([['1', { state: 'waiting' as const, asked: { approval, inDoubt: false } }]])}
        tools={tools}
      />
    </HitlContext>,
  ).replace(/id="[^"]*"|aria-(controls|labelledby|describedby)="[^"]*"/g, '');

test('U127 the component of a tool is told an interrupt without the request, and its card asks like ours', () => {
  const told: TimelineToolProps[] = [];
  const html = draw({
    post(props) {
      told.push(props);
      const { result } = props;
      return isInterruptResult(result) && <GenericHitlApprovalToolUI {...props} result={result} />;
    },
  });
  expect(isInterruptResult(told[0]?.result)).toBe(true);
  expect(JSON.stringify(told)).not.toContain('the-hash');
  // The parts that only the request has: until when, and that it can be allowed for good.
  const cardIn = (page: string): string => page.slice(page.indexOf('<div class="mr-approval"'));
  expect(cardIn(html)).toBe(cardIn(draw({})));
  expect(cardIn(html)).toContain('mr-approval-until');
});

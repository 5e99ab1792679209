import { createPartialJson } from '@millrace/engine';
import { parseHTML } from 'linkedom';
import { act } from 'react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { askPerson, buildTimeline, Timeline, toolUI } from '../index.ts';

const page = parseHTML('<!doctype html><html><body></body></html>');
beforeAll(() => {
  vi.stubGlobal('window', page.window);
  vi.stubGlobal('document', page.document);
  vi.stubGlobal('navigator', { userAgent: '' });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('CSS', { escape: String });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterAll(() => void vi.unstubAllGlobals());

interface Tools {
  weather: { readonly args: { readonly city: string; readonly days: readonly string[] } };
}

test('T314 arguments that grow in place grow on the page', async () => {
  const { createRoot } = await import('react-dom/client');
  const box = page.document.createElement('div');
  const root = createRoot(box);
  const tools = toolUI<Tools>({ weather: ({ args }) => <p>{`${args.city}|${args.days?.join() ?? ''}|`}</p> });
  const json = createPartialJson();
  const seen: string[] = [];
  for (const piece of ['{"city":"Ber', 'l', 'in","days":["Mon', 'day","Tue', 'sday"]}']) {
    json.append(piece);
    const input = json.value;
    await act(async () =>
      root.render(
        <Timeline
          groups={buildTimeline([{ type: 'tool_use', id: '1', name: 'weather', input }])}
          tools={tools}
        />,
      ),
    );
    seen.push(box.querySelector('p')?.textContent ?? '');
  }
  expect(seen).toEqual(['Ber||', 'Berl||', 'Berlin|Mon|', 'Berlin|Monday,Tue|', 'Berlin|Monday,Tuesday|']);
  act(() => root.unmount());
});

test('T313 a decided question waits no more: neither its card nor the line above', async () => {
  const { createRoot } = await import('react-dom/client');
  const box = page.document.createElement('div');
  const root = createRoot(box);
  const call = { type: 'tool_use', id: '1', name: 'send_mail', input: { to: 'ann' } } as const;
  const question = askPerson({ tool: 'send_mail', args: call.input, allow: ['approve', 'reject'] });
  const show = async (content: unknown): Promise<string> => {
    const groups = buildTimeline([call, { type: 'tool_result', tool_use_id: '1', content }]);
    await act(async () => root.render(<Timeline groups={groups} />));
    return box.textContent ?? '';
  };
  expect(await show(question)).toMatch(/Paused|Waiting/);
  for (const decided of ['approve', 'reject'] as const)
    expect(await show({ ...question, __decided__: decided })).not.toMatch(/Paused|Waiting for you/);
  expect(await show('Sent')).not.toMatch(/Paused|Waiting/);
  act(() => root.unmount());
});

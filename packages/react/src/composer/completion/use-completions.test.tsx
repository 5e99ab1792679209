import { parseHTML } from 'linkedom';
import { act, StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { completionKey } from './completion-item.ts';
import type { CompletionQuery } from './create-completions.ts';
import { useCompletions } from './use-completions.ts';

const page = parseHTML('<!doctype html><html><body></body></html>');
const HOOK = '__REACT_DEVTOOLS_GLOBAL_HOOK__';
interface CommitHook {
  onCommitFiberRoot(...args: readonly unknown[]): void;
}
// The renderer keeps the hook that it found when it was loaded. A test after this one, which may have the same renderer, gets its calls.
const hook = {
  supportsFiber: true,
  inject: () => 1,
  onCommitFiberRoot(...args: readonly unknown[]) {
    const now: CommitHook | undefined = Reflect.get(globalThis, HOOK);
    if (now !== hook) now?.onCommitFiberRoot(...args);
  },
  onPostCommitFiberRoot: () => {},
  onCommitFiberUnmount: () => {},
};

beforeAll(() => {
  vi.stubGlobal('window', page.window);
  vi.stubGlobal('document', page.document);
  vi.stubGlobal('navigator', { userAgent: '' });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal(HOOK, hook);
});
afterAll(() => void vi.unstubAllGlobals());

async function makeRoot(): Promise<Root> {
  const { createRoot } = await import('react-dom/client');
  return createRoot(page.document.createElement('div'));
}

const seen: string[] = [];
const asked: { readonly query: string; readonly signal: AbortSignal }[] = [];

/** A page that makes its sources anew each time that it is drawn. */
function Page({ wanted }: { readonly wanted: CompletionQuery | undefined }) {
  const { items, status } = useCompletions(wanted, {
    async files(query, signal) {
      asked.push({ query, signal });
      return [`${query}.ts`];
    },
    modes: [{ slug: 'code', name: 'Code', description: '' }],
  });
  seen.push([status, ...items.map(completionKey)].join(' '));
  return null;
}

test('U524 useCompletions asks when the query changes and only then, and aborts when the box goes away', async () => {
  const root = await makeRoot();
  const draw = async (wanted?: CompletionQuery): Promise<string | undefined> => {
    await act(async () => root.render(<Page wanted={wanted} />));
    return seen.at(-1);
  };
  expect(await draw()).toBe('idle');
  expect(await draw({ trigger: '@', query: 'a' })).toBe('ready file-a.ts');
  expect(await draw({ trigger: '@', query: 'a' })).toBe('ready file-a.ts');
  expect(await draw({ trigger: '@', query: 'ab' })).toBe('ready file-ab.ts');
  expect(asked.map(({ query }) => query)).toEqual(['a', 'ab']);
  seen.length = 0;
  expect(await draw({ trigger: '/', query: '' })).toBe('ready mode-code');
  // No item of the other trigger was offered meanwhile.
  expect(seen.join()).not.toContain('file-');
  expect(await draw()).toBe('idle');
  await draw({ trigger: '@', query: 'b' });
  act(() => root.unmount());
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
});

test('U524 useCompletions gives its items in the strict mode of React, too', async () => {
  const root = await makeRoot();
  await act(async () =>
    root.render(
      <StrictMode>
        <Page wanted={{ trigger: '@', query: 'c' }} />
      </StrictMode>,
    ),
  );
  expect(seen.at(-1)).toBe('ready file-c.ts');
  act(() => root.unmount());
});

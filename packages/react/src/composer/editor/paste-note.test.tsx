import { parseHTML } from 'linkedom';
import { act } from 'react';
import type { Root } from 'react-dom/client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Note, PasteNote } from './paste-note.tsx';

const page = parseHTML('<!doctype html><html><body></body></html>');
let box: HTMLElement;
let root: Root;
const closed = vi.fn();

beforeAll(() => {
  vi.stubGlobal('window', page.window);
  vi.stubGlobal('document', page.document);
  vi.stubGlobal('navigator', { userAgent: '' });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterAll(() => void vi.unstubAllGlobals());
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  closed.mockClear();
  const { createRoot } = await import('react-dom/client');
  box = page.document.createElement('div');
  root = createRoot(box);
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
});

const nothing = (): void => {};
function show(note: Note): void {
  act(() => root.render(<PasteNote note={note} onKeep={nothing} onAttach={nothing} onClose={closed} />));
}

test.each(['preview', 'files', 'tooLong'] as const)('D459 a note is there for six seconds: %s', (type) => {
  show({ type });
  expect(box.textContent).not.toBe('');
  vi.advanceTimersByTime(5999);
  expect(closed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(closed).toHaveBeenCalledTimes(1);
});

test.each(['reading', 'attachable'] as const)(
  'D459 a note that waits for something stays until that comes: %s',
  (type) => {
    show({ type });
    vi.advanceTimersByTime(600_000);
    expect(closed).not.toHaveBeenCalled();
  },
);

test('D459 the next note has six seconds of its own, and a note says what can be done', () => {
  show({ type: 'preview' });
  expect([...box.querySelectorAll('button')].map((each) => each.textContent)).toEqual(['Keep as text']);
  vi.advanceTimersByTime(4000);
  show({ type: 'attachable' });
  vi.advanceTimersByTime(4000);
  expect(closed).not.toHaveBeenCalled();
  expect([...box.querySelectorAll('button')].map((each) => each.textContent)).toEqual([
    'Attach it as a file',
    'Cancel',
  ]);
});

test('D459 a note whose button has the focus stays until the focus goes', () => {
  show({ type: 'preview' });
  const button = box.querySelector('button');
  // The DOM of these tests has no focus.
  Reflect.set(page.document, 'activeElement', button);
  vi.advanceTimersByTime(6000);
  Reflect.deleteProperty(page.document, 'activeElement');
  expect(closed).not.toHaveBeenCalled();
  button?.dispatchEvent(new page.window.Event('blur'));
  expect(closed).toHaveBeenCalledTimes(1);
});

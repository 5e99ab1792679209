import { DocumentView } from '@millrace/react';
import { code } from '@streamdown/code';
import { type ComponentType, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Streamdown } from 'streamdown';
import { cut } from '../cut.ts';
import { longAnswer } from './answer.ts';

interface View {
  readonly text: string;
  readonly running: boolean;
}

/** Ours has colours in code, and Streamdown with a package of its own; react-markdown is measured without. */
const VIEWS: Readonly<Record<string, ComponentType<View>>> = {
  millrace: ({ text, running }) => <DocumentView text={text} messageId="m" running={running} />,
  'streamdown, coloured': ({ text, running }) => (
    <Streamdown isAnimating={running} plugins={{ code }}>
      {text}
    </Streamdown>
  ),
  'streamdown, plain': ({ text, running }) => <Streamdown isAnimating={running}>{text}</Streamdown>,
  'react-markdown': ({ text }) => <Markdown remarkPlugins={[remarkGfm]}>{text}</Markdown>,
  // The cost of the page itself.
  nothing: () => null,
};

export interface StreamOptions {
  /** `time`: what is due, however much. `updates`: as much as is due in a frame, one frame after the other. */
  readonly by: 'time' | 'updates';
  readonly chunksPerSecond: number;
  readonly limitMs: number;
  /** For a run of its own: it costs time. */
  readonly countNodes: boolean;
}

export interface PageRun {
  readonly chunks: number;
  /** Fewer than all when it was stopped. */
  readonly shown: number;
  readonly ms: number;
  readonly updates: number;
  readonly frames: number;
  readonly worstGap: number;
  readonly added: number;
  readonly removed: number;
  /** Of the removed ones, those whose parent got others in the same update. */
  readonly replaced: number;
  readonly nodes: number;
}

const TICK_MS = 4;
const FRAMES_A_SECOND = 60;

/** Streams the answer through one view. */
async function stream(name: string, options: StreamOptions): Promise<PageRun> {
  const Shown = VIEWS[name];
  const place = document.querySelector('#root');
  if (Shown === undefined || place === null) throw new Error(`There is no view ${name}.`);
  const chunks = cut(longAnswer());
  const state = { view: { text: '', running: true }, updates: 0, tell: () => {} };
  const listen = (tell: () => void) => {
    state.tell = tell;
    return () => {};
  };
  const current = () => state.view;
  function Page({ of: Of }: { readonly of: ComponentType<View> }) {
    const view = useSyncExternalStore(listen, current);
    return <Of {...view} />;
  }
  createRoot(place).render(<Page of={Shown} />);
  const watch = watchPage(place, options.countNodes);
  const start = performance.now();
  const shown = await (options.by === 'time' ? feedByTime : feedByUpdates)(chunks, options, (view) => {
    state.updates++;
    state.view = view;
    state.tell();
  });
  await nextFrame();
  await nextFrame();
  const ms = performance.now() - start;
  const nodes = place.querySelectorAll('*').length;
  return { ...watch(), chunks: chunks.length, shown, ms, updates: state.updates, nodes };
}

type Feed = (
  chunks: readonly string[],
  options: StreamOptions,
  show: (view: View) => void,
) => Promise<number>;

/** Every few milliseconds; a page that is busy gets more at once, as from a socket. */
const feedByTime: Feed = async (chunks, { chunksPerSecond, limitMs }, show) => {
  const start = performance.now();
  let [text, at] = ['', 0];
  while (at < chunks.length && performance.now() - start < limitMs) {
    const due = Math.ceil(((performance.now() - start) * chunksPerSecond) / 1000);
    if (due > at) {
      text += chunks.slice(at, due).join('');
      at = Math.min(due, chunks.length);
      show({ text, running: at < chunks.length });
    }
    await new Promise((later) => setTimeout(later, TICK_MS));
  }
  return at;
};

const feedByUpdates: Feed = async (chunks, { chunksPerSecond, limitMs }, show) => {
  const start = performance.now();
  const step = Math.ceil(chunksPerSecond / FRAMES_A_SECOND);
  let [text, at] = ['', 0];
  while (at < chunks.length && performance.now() - start < limitMs) {
    text += chunks.slice(at, at + step).join('');
    at = Math.min(at + step, chunks.length);
    show({ text, running: at < chunks.length });
    await nextFrame();
  }
  return at;
};

function watchPage(place: Element, countNodes: boolean) {
  const seen = { frames: 0, worstGap: 0, added: 0, removed: 0, replaced: 0 };
  const changes = new MutationObserver((records) => {
    const filled = new Set(
      records.filter(({ addedNodes }) => addedNodes.length > 0).map(({ target }) => target),
    );
    for (const { target, addedNodes, removedNodes } of records) {
      for (const node of addedNodes) seen.added += size(node);
      for (const node of removedNodes) seen.removed += size(node);
      if (filled.has(target)) for (const node of removedNodes) seen.replaced += size(node);
    }
  });
  if (countNodes) changes.observe(place, { childList: true, subtree: true });
  let last = performance.now();
  let frame = requestAnimationFrame(function draw(now) {
    seen.frames++;
    seen.worstGap = Math.max(seen.worstGap, now - last);
    last = now;
    frame = requestAnimationFrame(draw);
  });
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    return seen;
  };
}

function nextFrame(): Promise<unknown> {
  return new Promise((drawn) => requestAnimationFrame(drawn));
}

function size(node: Node): number {
  return node instanceof Element ? 1 + node.querySelectorAll('*').length : 1;
}

declare global {
  var streamAnswer: typeof stream;
}
globalThis.streamAnswer = stream;

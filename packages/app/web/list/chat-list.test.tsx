import type { ChatSummary, Project } from '@millrace/engine/run';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChatList, type ChatListProps } from './chat-list.tsx';

beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => null }));
afterEach(() => vi.unstubAllGlobals());

const chat = (n: number, more: Partial<ChatSummary> = {}): ChatSummary => ({
  ...{ id: `c${n}`, title: `Chat ${n}`, updated_at: 1, seq: 1, epoch: 0, run_id: null, waiting: false },
  ...more,
});
const project: Project = {
  ...{ id: 'p', name: 'Growth', instructions: '', model: null, workspace: null, created_at: 1 },
};

function draw(more: Partial<ChatListProps>): string {
  const no = (): never => {
    throw new Error('Nothing is pressed here.');
  };
  const actions = {
    place: no,
    rename: no,
    exportChat: no,
    changeProject: no,
    deleteProject: no,
    dismiss: no,
  };
  return renderToStaticMarkup(
    <ChatList
      {...{ chats: [], projects: [], loading: false, current: undefined, onOpen: no }}
      actions={{ ...actions, notice: undefined }}
      menus={{ open: no, editProject: no, openAt: undefined, node: null }}
      {...more}
    />,
  );
}
const rows = (html: string): number => html.match(/data-chat=/g)?.length ?? 0;

test('U435 of 5,000 chats 100 rows are drawn, wherever they stand, and a closed folder draws none', () => {
  const chats = Array.from({ length: 5_000 }, (_, i) => chat(i, i < 30 ? { pinned: true } : {}));
  expect(rows(draw({ chats }))).toBe(100);
  const inside = chats.map((each) => ({ ...each, project_id: 'p', pinned: undefined as never }));
  expect(rows(draw({ chats: inside, projects: [project] }))).toBe(0);
});

test('U431 a closed folder shows the hand of what is inside, else how many chats it has', () => {
  const inside = [chat(1, { project_id: 'p' }), chat(2, { project_id: 'p', run_id: 'r', waiting: true })];
  const html = draw({ chats: inside, projects: [project] });
  expect(html).toContain('aria-label="Waiting for you"');
  expect(html).not.toContain('2 chats');
  const quiet = draw({ chats: inside.slice(0, 1), projects: [project] });
  expect(quiet).toContain('1 chat');
  expect(quiet).not.toContain('Waiting for you');
});

test('U435 a list without chats says so, and offers to make a project', () => {
  const html = draw({});
  expect(html).toContain('Your chats will be listed here');
  expect(html).toContain('aria-label="New project"');
  expect(draw({ loading: true })).not.toContain('Your chats');
});

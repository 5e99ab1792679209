import type { ChatSummary, Project } from '@millrace/engine/run';
import { Plus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { ARCHIVE, arrangeChats, type Folder, shownIds } from './arrange-chats.ts';
import { ChatRow } from './chat-row.tsx';
import { FolderRow } from './folder-row.tsx';
import { markOfAll } from './mark-of.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import type { ListActions } from './use-list-actions.ts';
import type { ListMenus } from './use-list-menus.tsx';
import { useListPresses } from './use-list-presses.ts';
import { useMoreRows } from './use-more-rows.tsx';
import { useOpenParts } from './use-open-parts.ts';

export interface ChatListProps {
  readonly chats: readonly ChatSummary[];
  readonly projects: readonly Project[];
  readonly loading: boolean;
  readonly current: string | undefined;
  readonly actions: ListActions;
  readonly menus: ListMenus;
  /** Told when a chat is opened. */
  readonly onOpen: () => void;
}

/** All chats: pinned ones, projects, days, the archive. Only the first rows are drawn; more come when the end is near. */
export function ChatList(props: ChatListProps) {
  const strings = usePageWords();
  const { chats, projects, loading, current, actions, menus, onOpen } = props;
  const parts = useOpenParts();
  const { isOpen } = parts;
  const arranged = arrangeChats(chats, projects, Date.now());
  const [renaming, setRenaming] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  useKeptFocus(box);
  const { take, end } = useMoreRows();
  const presses = useListPresses({
    ...{ chats, projects, actions, menus, isOpen, setOpen: parts.setOpen, onOpen },
    listed: () => shownIds(arranged, isOpen),
    onRename: setRenaming,
  });
  const { selection, selected } = presses;

  function named(id: string, save: (name: string) => void) {
    if (renaming !== id) return undefined;
    return (name: string | undefined, by: 'key' | 'leaving'): void => {
      setRenaming(undefined);
      if (name !== undefined) save(name);
      if (by === 'key') focusRow(box.current, id);
    };
  }
  const rows = (group: readonly ChatSummary[]): ReactNode => {
    const drawn = take(group);
    return (
      drawn.length > 0 && (
        <ul>
          {drawn.map((chat) => (
            <ChatRow
              key={chat.id}
              chat={chat}
              current={chat.id === current}
              selected={selection.ids.has(chat.id)}
              menuOpen={isAt(menus.openAt, chat.id)}
              onNamed={named(chat.id, (title) => actions.rename(chat.id, title))}
            />
          ))}
        </ul>
      )
    );
  };

  const folder = ({ project, chats: inside }: Folder): ReactNode => (
    <FolderRow
      key={project.id}
      part={project.id}
      kind="project"
      name={project.name || strings.list.unreadable}
      count={inside.length}
      open={isOpen(project.id)}
      mark={markOfAll(inside)}
      menuOpen={isAt(menus.openAt, project.id)}
      onNamed={named(project.id, (name) => actions.changeProject(project.id, { name }))}
    >
      {/* A closed folder draws none. */}
      {isOpen(project.id) && (inside.length === 0 ? <p>{strings.list.emptyProject}</p> : rows(inside))}
    </FolderRow>
  );

  return (
    <>
      <div className="app-chats" ref={box} data-selecting={selected.length > 0 || undefined} {...presses.on}>
        <Section name={strings.list.pinnedChats} shown={arranged.pinned.length > 0}>
          {rows(arranged.pinned)}
        </Section>
        <Section
          name={strings.list.projects}
          shown={!loading}
          action={<AddProject onPress={() => menus.editProject({})} />}
        >
          <ul>{arranged.folders.map(folder)}</ul>
        </Section>
        {arranged.days.map(({ name, chats: group }) => (
          <Section key={name} name={strings.groups[name]} shown>
            {rows(group)}
          </Section>
        ))}
        {arranged.archived.length > 0 && (
          <ul className="app-archive">
            <FolderRow
              part={ARCHIVE}
              kind="archive"
              name={strings.list.archivedChats}
              count={arranged.archived.length}
              open={isOpen(ARCHIVE)}
              mark={markOfAll(arranged.archived)}
              menuOpen={false}
              onNamed={undefined}
            >
              {isOpen(ARCHIVE) && rows(arranged.archived)}
            </FolderRow>
          </ul>
        )}
        {end()}
        {chats.length === 0 && !loading && <p>{strings.noChats}</p>}
      </div>
      {selected.length > 0 && (
        <SelectionBar
          chats={selected}
          onPlace={presses.place}
          onMove={(at) => menus.open({ type: 'move', chats: selected, at })}
          onClear={presses.clear}
        />
      )}
    </>
  );
}

function AddProject({ onPress }: { readonly onPress: () => void }) {
  const { list } = usePageWords();
  return (
    <button
      type="button"
      className="mr-icon app-add-project"
      aria-label={list.newProject}
      title={list.newProject}
      onClick={onPress}
    >
      <Plus size={16} aria-hidden="true" />
    </button>
  );
}

function Section(props: {
  readonly name: string;
  readonly shown: boolean;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  const { name, shown, action, children } = props;
  if (!shown) return null;
  return (
    <section aria-label={name}>
      <div className="app-section">
        <h2 className="app-section-name">{name}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Tells whether the open menu stands beside this row. */
function isAt(element: Element | undefined, id: string): boolean {
  const row = element?.closest<HTMLElement>('[data-chat], [data-folder]');
  return row !== undefined && row !== null && (row.dataset['chat'] ?? row.dataset['folder']) === id;
}

/** The row is there again after the next drawing. */
function focusRow(box: HTMLElement | null, id: string): void {
  requestAnimationFrame(() =>
    box
      ?.querySelector<HTMLElement>(
        `[data-chat="${id}"] [data-row], [data-folder="${id}"] > .app-row [data-row]`,
      )
      ?.focus(),
  );
}

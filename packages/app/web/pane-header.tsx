import { Menu, Plus } from 'lucide-react';
import { MENU_BUTTON } from './sidebar.tsx';
import { strings } from './strings.ts';

export interface PaneHeaderProps {
  readonly title: string;
  /** True when the page has a heading of its own, so that the title is not one. */
  readonly plain: boolean;
  readonly onMenu: () => void;
  readonly onNewChat: () => void;
}

/** The title of a chat and, on a small screen, the ways to the menu and to a new chat. */
export function PaneHeader({ title, plain, onMenu, onNewChat }: PaneHeaderProps) {
  const Title = plain ? 'p' : 'h1';
  const icon = { type: 'button', className: 'app-icon app-only-small' } as const;
  return (
    <header className="app-top">
      <button {...icon} id={MENU_BUTTON} aria-label={strings.openMenu} onClick={onMenu}>
        <Menu size={20} aria-hidden="true" />
      </button>
      <Title className="app-title app-ellipsis" dir="auto">
        {title}
      </Title>
      <button {...icon} aria-label={strings.newChat} onClick={onNewChat}>
        <Plus size={20} aria-hidden="true" />
      </button>
    </header>
  );
}

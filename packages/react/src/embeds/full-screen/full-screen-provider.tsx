import { type ReactNode, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { createEmbedShelf, type EmbedShelf, type ShelvedEmbed } from '../embed-shelf.ts';
import { type FullScreenAccess, FullScreenContext } from '../full-screen-context.ts';
import { earlierVersions } from './earlier-versions.ts';
import { goToEmbed, leaveEmbed, useEmbedAddress } from './embed-address.ts';
import { FullScreenDialog } from './full-screen-dialog.tsx';
import { fullScreens } from './full-screens.ts';

/** Lets the previews inside it be opened in full screen, one at a time. The page's address says which. */
export function FullScreenProvider({ children }: { readonly children: ReactNode }) {
  const [shelf] = useState(createEmbedShelf);
  const opener = useRef<HTMLElement>(null);
  const access = useMemo(
    (): FullScreenAccess => ({
      shelf,
      canOpen,
      open(id, from) {
        opener.current = from;
        goToEmbed(id);
      },
    }),
    [shelf],
  );
  const root = useRef<HTMLDivElement>(null);
  const open = useOpen(shelf);
  return (
    <FullScreenContext value={access}>
      <div className="mr-full-root" ref={root}>
        {children}
      </div>
      {open !== undefined && (
        <FullScreenDialog
          embed={open}
          versions={earlierVersions(drawn(root.current, shelf), open.attrs.id)}
          onClose={leaveEmbed}
          onMove={(step) => {
            const next = neighbour(root.current, shelf, open.attrs.id, step);
            if (next === undefined) return false;
            opener.current = null;
            goToEmbed(next);
            return true;
          }}
          // Who came by a link, or went on to another one, goes back to the preview of what was shown last.
          backTo={(id) => (opener.current?.isConnected ? opener.current : buttonOf(root.current, id))}
          onClosed={() => {
            opener.current = null;
          }}
        />
      )}
    </FullScreenContext>
  );
}

function canOpen(type: string): boolean {
  return Object.hasOwn(fullScreens, type);
}

/** The embed that the address names, once it is drawn; with its content, as far as that has come. */
function useOpen(shelf: EmbedShelf): ShelvedEmbed | undefined {
  const id = useEmbedAddress();
  const embed = useSyncExternalStore(
    shelf.subscribe,
    () => (id === undefined ? undefined : shelf.get(id)),
    () => undefined,
  );
  return embed !== undefined && canOpen(embed.attrs.type) ? embed : undefined;
}

/** The embeds of the page in their order. */
function drawn(root: HTMLElement | null, shelf: EmbedShelf): readonly ShelvedEmbed[] {
  const elements = root?.querySelectorAll<HTMLElement>('[data-embed]') ?? [];
  return Array.from(elements).flatMap((element) => shelf.get(element.dataset['embed'] ?? '') ?? []);
}

function neighbour(
  root: HTMLElement | null,
  shelf: EmbedShelf,
  id: string,
  step: 1 | -1,
): string | undefined {
  const ids = drawn(root, shelf)
    .map(({ attrs }) => attrs)
    .filter(({ type, id: each }) => canOpen(type) && buttonOf(root, each)?.checkVisibility())
    .map((attrs) => attrs.id);
  return ids[ids.indexOf(id) + step];
}

function buttonOf(root: HTMLElement | null, id: string): HTMLElement | undefined {
  const buttons = root?.querySelectorAll<HTMLElement>('[data-opens]') ?? [];
  return Array.from(buttons).find((button) => button.dataset['opens'] === id);
}

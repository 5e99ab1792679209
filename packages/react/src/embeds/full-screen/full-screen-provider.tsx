'use client';

import { type ReactNode, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { EmbedList } from '../embed-list.ts';
import { createEmbedShelf, type EmbedShelf, type ShelvedEmbed } from '../embed-shelf.ts';
import { type FullScreenAccess, FullScreenContext } from '../full-screen-context.ts';
import { earlierVersions } from './earlier-versions.ts';
import { goToEmbed, leaveEmbed, useEmbedAddress } from './embed-address.ts';
import { FullScreenDialog } from './full-screen-dialog.tsx';
import { hasFullScreen } from './full-screens.ts';

export interface FullScreenProviderProps {
  /** Embeds that can be opened without being drawn. */
  readonly listed?: EmbedList | undefined;
  readonly children: ReactNode;
}

/** Lets the previews inside it be opened in full screen, one at a time. The page's address says which. */
export function FullScreenProvider({ listed, children }: FullScreenProviderProps) {
  const [shelf] = useState(createEmbedShelf);
  const opener = useRef<HTMLElement>(null);
  const access = useMemo(
    (): FullScreenAccess => ({
      shelf,
      canOpen: hasFullScreen,
      open(id, from) {
        opener.current = from;
        goToEmbed(id);
      },
    }),
    [shelf],
  );
  const root = useRef<HTMLDivElement>(null);
  const open = useOpen(shelf, listed);
  return (
    <FullScreenContext value={access}>
      <div className="mr-full-root" ref={root}>
        {children}
      </div>
      {open !== undefined && (
        <FullScreenDialog
          embed={open}
          versions={
            open.made === undefined
              ? earlierVersions(inOrder(root.current, shelf, listed), open.attrs.id)
              : [open.made.before]
          }
          onClose={leaveEmbed}
          onMove={(step) => {
            const ids = inOrder(root.current, shelf, listed).flatMap(({ attrs: { id, type } }) =>
              hasFullScreen(type) && isInSight(root.current, shelf, id) ? [id] : [],
            );
            const here = ids.indexOf(open.attrs.id);
            const next = here < 0 ? undefined : ids[here + step];
            if (next === undefined) return false;
            opener.current = null;
            goToEmbed(next);
            return true;
          }}
          // A person who came by a link, or went on to another embed, goes back to the preview of the last one.
          backTo={(id) => {
            if (opener.current?.isConnected) return opener.current;
            const button = buttonOf(root.current, id);
            if (button === undefined) void listed?.reveal(id).then(() => focusOn(buttonOf(root.current, id)));
            return button ?? firstStop(root.current);
          }}
          onClosed={() => {
            opener.current = null;
          }}
        />
      )}
    </FullScreenContext>
  );
}

/** The embed that the address names, once it is drawn or listed; with its content, as far as that has come. */
function useOpen(shelf: EmbedShelf, listed: EmbedList | undefined): ShelvedEmbed | undefined {
  const id = useEmbedAddress();
  const embed = useSyncExternalStore(
    shelf.subscribe,
    () => (id === undefined ? undefined : (shelf.get(id) ?? listed?.get(id))),
    () => undefined,
  );
  return embed !== undefined && hasFullScreen(embed.attrs.type) ? embed : undefined;
}

/** The embeds of the chat in their order, as they are drawn where they are. */
function inOrder(
  root: HTMLElement | null,
  shelf: EmbedShelf,
  listed: EmbedList | undefined,
): readonly ShelvedEmbed[] {
  const early = listed?.all() ?? [];
  const ids = new Set(early.map(({ attrs }) => attrs.id));
  const elements = root?.querySelectorAll<HTMLElement>('[data-embed]') ?? [];
  const drawn = Array.from(elements).flatMap((element) => shelf.get(element.dataset['embed'] ?? '') ?? []);
  return [
    ...early.map((embed) => shelf.get(embed.attrs.id) ?? embed),
    ...drawn.filter(({ attrs }) => !ids.has(attrs.id)),
  ];
}

/** Tells whether a person could open it now, or after scrolling there: folded ones are skipped. */
function isInSight(root: HTMLElement | null, shelf: EmbedShelf, id: string): boolean {
  return shelf.get(id) === undefined || buttonOf(root, id)?.checkVisibility() === true;
}

function focusOn(button: HTMLElement | undefined): void {
  button?.focus({ preventScroll: true });
  button?.scrollIntoView({ block: 'nearest' });
}

/** The first element that takes the focus, for a person whose preview is gone. */
function firstStop(root: HTMLElement | null): HTMLElement | undefined {
  return root?.querySelector<HTMLElement>('[tabindex="0"]') ?? undefined;
}

function buttonOf(root: HTMLElement | null, id: string): HTMLElement | undefined {
  const buttons = root?.querySelectorAll<HTMLElement>('[data-opens]') ?? [];
  return Array.from(buttons).find((button) => button.dataset['opens'] === id);
}

'use client';

import type { DraftBlock, EmbedNode } from '@millrace/engine/document';
import { FileText, Pencil, X } from 'lucide-react';
import { use, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { AskAbout } from '../../embeds/ask-about.ts';
import { type MoreActions, MoreActionsContext } from '../../embeds/box/embed-actions.ts';
import { EmbedGroup } from '../../embeds/box/embed-group.tsx';
import { codeDetail, embedName } from '../../embeds/box/embed-name.ts';
import { FullScreenContext } from '../../embeds/full-screen-context.ts';
import { isTouch } from '../../page/is-touch.ts';
import { useWords, type Words } from '../../words/words-context.ts';
import { embedOf, type References, referenceOf, type ShownEmbed } from './draft/reference.ts';
import type { PastedTexts } from './paste/pasted-text.ts';

export interface DraftPreviewProps {
  /** A name that no other preview of the page has. */
  readonly id: string;
  readonly blocks: readonly DraftBlock[];
  readonly references: References;
  /** The texts that were pasted before a reload. */
  readonly pasted: PastedTexts | undefined;
  /** The place of the one that is selected; -1 when none is. */
  readonly selected: number;
  readonly onSelect: (place: number) => void;
  readonly onEdit: (place: number) => void;
  readonly onRemove: (place: number) => void;
  /** Hears that a menu is wanted; false when it is that of the browser, for all that is selected. */
  readonly onMenu: (place: number) => boolean;
  /** Turns a pasted one into the text that it was. */
  readonly onKeep: (place: number) => void;
  readonly onSize: () => void;
  /** Hears the name of the one that is selected. It stays the same function. */
  readonly onNamed: (name: string) => void;
}

/** Previews in the text that a person writes: a group of neighbours, the selected one with a ring. */
export function DraftPreview({ id, blocks, references, pasted, selected, ...on }: DraftPreviewProps) {
  const strings = useWords();
  const screen = use(FullScreenContext);
  const area = useRef<HTMLFieldSetElement>(null);
  const embeds = useMemo(
    () => blocks.map((block, i) => embedOf(block, references, `${id}-${i}`)),
    [id, blocks, references],
  );
  const nodes = useMemo(() => embeds.map(({ attrs }): EmbedNode => ({ type: 'embed', attrs })), [embeds]);
  const contents = useMemo(
    () => new Map(embeds.map(({ attrs, content }) => [attrs.contentRef, content])),
    [embeds],
  );
  const latest = useRef(on);
  useLayoutEffect(() => {
    latest.current = on;
  });
  const more = useCallback<MoreActions>(
    ({ id: wanted }) => {
      const place = embeds.findIndex(({ attrs }) => attrs.id === wanted);
      const block = blocks[place];
      const isPasted =
        pasted?.get(embeds[place]?.attrs.contentRef ?? '') !== undefined ||
        (block !== undefined && referenceOf(block, references) !== undefined);
      return [
        { label: strings.editPreview, Icon: Pencil, act: () => latest.current.onEdit(place) },
        ...(isPasted
          ? [{ label: strings.keepAsText, Icon: FileText, act: () => latest.current.onKeep(place) }]
          : []),
        { label: strings.removePreview, Icon: X, act: () => latest.current.onRemove(place) },
      ];
    },
    [embeds, blocks, references, pasted, strings],
  );
  useTabStops(area, selected);
  useShown(area, selected);
  const { onSize } = on;
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(onSize);
    observer.observe(element);
    return () => observer.disconnect();
  }, [onSize]);
  const shown = embeds[Math.max(selected, 0)];
  const nameOf = (at: number): string => (embeds[at] ? embedName(strings, embeds[at].attrs) : '');
  const place = selected >= 0 && embeds.length > 1 ? strings.placeOf(selected + 1, embeds.length) : '';
  const label = shown && previewLabel(strings, shown, screen?.canOpen(shown.attrs.type) === true, place);
  const { onNamed } = on;
  useEffect(() => {
    if (selected >= 0 && label !== undefined) onNamed(label);
  }, [selected, label, onNamed]);
  const placeOf = (target: EventTarget): number => {
    const item = target instanceof Element ? target.closest('.mr-embeds-item') : null;
    return Math.max(0, item === null ? 0 : Array.prototype.indexOf.call(item.parentElement?.children, item));
  };
  const isControl = (target: EventTarget): boolean =>
    target instanceof Element && target.closest('a, button, [role="menu"]') !== null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the editor around it has the keys
    <fieldset
      ref={area}
      className={selected < 0 ? 'mr-draft-preview' : 'mr-draft-preview mr-draft-selected'}
      aria-label={label}
      onClick={({ target }) => !isControl(target) && on.onSelect(placeOf(target))}
      onContextMenuCapture={(event) => {
        if (!isControl(event.target) && !on.onMenu(placeOf(event.target))) event.stopPropagation();
      }}
      onDoubleClick={({ target }) => !isControl(target) && on.onEdit(placeOf(target))}
    >
      <MoreActionsContext value={more}>
        <AskAbout value={undefined}>
          <EmbedGroup
            nodes={nodes}
            contents={contents}
            slides="all"
            chosen={selected}
            corner={(at) => (
              <button
                type="button"
                className="mr-icon mr-draft-remove"
                title={strings.removePreview}
                aria-label={`${strings.removePreview}: ${nameOf(at)}`}
                onClick={() => on.onRemove(at)}
              >
                <X size={16} aria-hidden="true" />
              </button>
            )}
          />
        </AskAbout>
      </MoreActionsContext>
      {selected >= 0 && isTouch() && <p className="mr-draft-hint">{strings.backspaceAgain}</p>}
    </fieldset>
  );
}

/** "src/app.ts, TypeScript, 212 lines. 2 of 3. Enter opens, Backspace edits as text." */
function previewLabel(strings: Words, { attrs }: ShownEmbed, opens: boolean, place: string): string {
  const { type, rows = 0, cols = 0, wordCount = 0, url } = attrs;
  const detail =
    type === 'sheet'
      ? strings.sheetSize(rows, cols)
      : type === 'doc'
        ? strings.words(wordCount)
        : (url ?? codeDetail(attrs, strings.lines));
  const what = `${[embedName(strings, attrs), detail.replaceAll(' · ', ', ')].filter(Boolean).join(', ')}.`;
  return [what, place && `${place}.`, strings.previewKeys(opens)].filter(Boolean).join(' ');
}

/** Lets Tab into a preview only while it is selected. */
function useTabStops(area: React.RefObject<HTMLElement | null>, selected: number): void {
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    const isOpen = (stop: Element): boolean => {
      const item = stop.closest('.mr-embeds-item');
      return selected >= 0 && (item === null || item.parentElement?.children[selected] === item);
    };
    const closed = new Set<HTMLElement>();
    const close = (): void => {
      for (const stop of element.querySelectorAll<HTMLElement>('a[href], button, [tabindex="0"]')) {
        if (stop.tabIndex < 0 || isOpen(stop)) continue;
        stop.tabIndex = -1;
        closed.add(stop);
      }
    };
    close();
    const observer = new MutationObserver(close);
    // A row that is swiped makes another of its items a stop.
    observer.observe(element, { childList: true, subtree: true, attributeFilter: ['tabindex'] });
    return () => {
      observer.disconnect();
      for (const stop of closed) stop.tabIndex = 0;
    };
  }, [area, selected]);
}

/** Brings the selected preview of a row into sight. */
function useShown(area: React.RefObject<HTMLElement | null>, selected: number): void {
  useLayoutEffect(() => {
    const items = area.current?.querySelectorAll<HTMLElement>('.mr-embeds-item') ?? [];
    for (const [i, item] of Array.from(items).entries())
      item.classList.toggle('mr-draft-current', i === selected);
    if (items.length > 1) items[selected]?.scrollIntoView({ block: 'nearest', inline: 'start' });
  }, [area, selected]);
}

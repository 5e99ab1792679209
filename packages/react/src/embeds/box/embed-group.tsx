'use client';

import type { EmbedNode, ParsedMessage } from '@millrace/engine/document';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useWords } from '../../words/words-context.ts';
import { EmbedBox } from './embed-box.tsx';
import { useSlider } from './use-slider.ts';

export interface EmbedGroupProps {
  /** Neighbours of one kind, or none; a single one is a group too, so that nothing is drawn again when a second one comes. */
  readonly nodes: readonly EmbedNode[];
  readonly contents: ParsedMessage['contents'];
  /** `all`: neighbours of every kind stand side by side, as where a person writes. */
  readonly slides?: 'some' | 'all';
  /** The place of the one that was chosen elsewhere, where its name and place are said too. */
  readonly chosen?: number;
  /** Something that stands in the corner of each. */
  readonly corner?: (place: number) => ReactNode;
}

/** The kinds whose neighbours are looked through one by one. All others are parts of the text and stay in sight. */
const SLIDING: ReadonlySet<string> = new Set(['web', 'image', 'video']);

/** Neighbouring embeds of one kind: pages, images and videos side by side, moved only by the person; others below each other. */
export function EmbedGroup({ nodes, contents, slides = 'some', chosen, corner }: EmbedGroupProps) {
  const strings = useWords();
  const track = useRef<HTMLDivElement>(null);
  const { current, said, go, onScroll, onKeyDown } = useSlider(track, nodes.length, chosen);
  if (nodes[0] === undefined) return null;
  const isSlider = nodes.length > 1 && (slides === 'all' || SLIDING.has(nodes[0].attrs.type));
  return (
    <div className={isSlider ? 'mr-embeds mr-slider' : 'mr-embeds'}>
      <div
        className="mr-embeds-track"
        role={isSlider ? 'list' : undefined}
        // Its items are the stops; a browser makes what scrolls one too.
        tabIndex={isSlider ? -1 : undefined}
        ref={track}
        onScroll={onScroll}
      >
        {nodes.map(({ attrs }, place) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: arrows go from one to the next
          <div
            key={attrs.id}
            className="mr-embeds-item"
            data-embed={attrs.id}
            role={isSlider ? 'listitem' : undefined}
            tabIndex={isSlider ? (place === current ? 0 : -1) : undefined}
            onKeyDown={isSlider ? onKeyDown : undefined}
          >
            <EmbedBox attrs={attrs} content={contents.get(attrs.contentRef)} />
            {corner?.(place)}
          </div>
        ))}
      </div>
      {isSlider && (
        <div className="mr-slider-bar">
          <SlideButton step={-1} current={current} count={nodes.length} go={go} />
          <span aria-hidden="true">{strings.placeOf(current + 1, nodes.length)}</span>
          <SlideButton step={1} current={current} count={nodes.length} go={go} />
          <span className="mr-sr-only" role="status">
            {said}
          </span>
        </div>
      )}
    </div>
  );
}

interface SlideButtonProps {
  readonly step: 1 | -1;
  readonly current: number;
  readonly count: number;
  readonly go: (to: number) => void;
}

function SlideButton({ step, current, count, go }: SlideButtonProps) {
  const strings = useWords();
  const to = current + step;
  const isOver = to < 0 || to >= count;
  const Icon = step < 0 ? ChevronLeft : ChevronRight;
  const label = step < 0 ? strings.previousEmbed : strings.nextEmbed;
  return (
    <button
      type="button"
      className="mr-icon"
      title={label}
      aria-label={label}
      aria-disabled={isOver}
      onClick={() => !isOver && go(to)}
    >
      <Icon size={16} aria-hidden="true" />
    </button>
  );
}

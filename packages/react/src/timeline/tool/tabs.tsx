'use client';

import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

export interface Tab {
  readonly name: string;
  readonly content: ReactNode;
}

export interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** Which one is shown at first. */
  readonly first?: number;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Several views of one thing. One tab stop; arrows, Home and End go from one to the next. */
export function Tabs({ label, tabs, first = 0 }: TabsProps) {
  const [chosen, setChosen] = useState<number>();
  const shown = Math.min(chosen ?? first, tabs.length - 1);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const step = (STEPS[event.key] ?? 0) * (isRtl ? -1 : 1);
    const edge = event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : undefined;
    if (step === 0 && edge === undefined) return;
    event.preventDefault();
    const next = edge ?? (shown + step + tabs.length) % tabs.length;
    setChosen(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  }

  return (
    <>
      <div className="mr-tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(({ name }, place) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${place}`}
            aria-selected={place === shown}
            aria-controls={place === shown ? `${id}-panel` : undefined}
            tabIndex={place === shown ? 0 : -1}
            onClick={() => setChosen(place)}
          >
            {name}
          </button>
        ))}
      </div>
      <div
        className="mr-tool-body"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${shown}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what a tab shows is reachable by keyboard
        tabIndex={0}
      >
        {tabs[shown]?.content}
      </div>
    </>
  );
}

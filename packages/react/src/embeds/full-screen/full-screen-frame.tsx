'use client';

import type { EmbedNodeAttrs } from '@millrace/engine';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useWords } from '../../words/words-context.ts';
import { EmbedIcon } from '../box/embed-icon.tsx';
import { awaitsFocus } from './awaits-focus.ts';
import { modKey } from './keys.ts';

/** A key and what it does. */
export type KeyHint = readonly [keys: string, does: string];

export interface FullScreenFrameProps {
  readonly attrs: EmbedNodeAttrs;
  readonly name: string;
  readonly detail: string;
  /** Buttons before the one that closes. */
  readonly actions?: ReactNode;
  /** The content at the bottom, beside the keys. */
  readonly note?: ReactNode;
  readonly hints?: readonly KeyHint[];
  /** Ctrl with arrows moves inside of it first. */
  readonly takesArrows?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A full screen: its title, its actions, its content, and its keys. */
export function FullScreenFrame(props: FullScreenFrameProps) {
  const strings = useWords();
  const { attrs, name, detail, actions, note, hints = [], takesArrows = false, onClose, children } = props;
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (awaitsFocus(body.current)) body.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, []);
  const keys: readonly KeyHint[] = [
    ...hints,
    ...(takesArrows ? [] : [[`${modKey(strings)} ↑ ↓`, strings.keyMove] as const]),
    ['Esc', strings.keyClose],
  ];
  return (
    <>
      <header className="mr-full-head">
        <EmbedIcon type={attrs.type} />
        <h2 className={attrs.filename === undefined ? undefined : 'mr-path'} dir="auto" title={name}>
          {name}
        </h2>
        <span className="mr-full-detail">{detail}</span>
        <div className="mr-full-actions">{actions}</div>
        <button
          type="button"
          className="mr-icon"
          aria-label={strings.closeFullScreen}
          title={strings.closeFullScreen}
          onClick={onClose}
        >
          <X size={20} aria-hidden="true" />
        </button>
      </header>
      <div className="mr-full-body" ref={body}>
        {children}
      </div>
      <footer className="mr-full-foot">
        <span>{note}</span>
        <ul aria-label={strings.keys}>
          {keys.map(([key, does]) => (
            <li key={key}>
              <kbd className="mr-keys">{key}</kbd> {does}
            </li>
          ))}
        </ul>
      </footer>
    </>
  );
}

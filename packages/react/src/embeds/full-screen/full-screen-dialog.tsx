'use client';

import { type KeyboardEvent, use, useLayoutEffect, useRef } from 'react';
import { useWords } from '../../words/words-context.ts';
import { embedName } from '../box/embed-name.ts';
import type { ShelvedEmbed } from '../embed-shelf.ts';
import { FullScreenFrame } from './full-screen-frame.tsx';
import { moveOf } from './keys.ts';
import { OwnScreens } from './own-screens.ts';
import { useFullScreen } from './use-full-screen.ts';

export interface FullScreenDialogProps {
  readonly embed: ShelvedEmbed;
  readonly versions: readonly string[];
  readonly onClose: () => void;
  /** Goes to the preview before or after; false when there is none. */
  readonly onMove: (step: 1 | -1) => boolean;
  /** The element that gets the focus after an embed was shown last. */
  readonly backTo: (id: string) => HTMLElement | undefined;
  readonly onClosed: () => void;
}

/** One embed over everything else. The browser keeps the focus inside; nothing below is touched. */
export function FullScreenDialog(props: FullScreenDialogProps) {
  const strings = useWords();
  const { embed, versions, onClose, onMove } = props;
  const { attrs, content = '', extras, made, actions } = embed;
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.focus();
    return () => {
      element?.close();
      const { embed: last, backTo, onClosed } = latest.current;
      const button = backTo(last.attrs.id);
      button?.focus({ preventScroll: true });
      button?.scrollIntoView({ block: 'nearest' });
      onClosed();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = moveOf(event);
    if (step === 0) return;
    event.preventDefault();
    // The focused element goes away with the content; the dialog stays.
    if (onMove(step)) dialog.current?.focus();
  };
  const own = use(OwnScreens)?.(attrs);
  const { Screen, hasFailed, retry } = useFullScreen(attrs.type, own);
  const name = embedName(strings, attrs);
  return (
    <dialog
      ref={dialog}
      className="mr-full"
      tabIndex={-1}
      aria-modal="true"
      aria-label={name}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // It comes a moment late: under StrictMode the dialog is closed and opened again before.
      onClose={() => dialog.current?.open !== true && onClose()}
      onKeyDown={onKeyDown}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      {Screen !== undefined ? (
        <Screen
          key={attrs.id}
          {...{ attrs, content, versions, made, actions, onClose }}
          extra={extras?.(attrs)}
        />
      ) : (
        <FullScreenFrame {...{ attrs, name, onClose }} detail={hasFailed ? '' : strings.previewLoading}>
          {hasFailed && (
            <NotLoaded
              onRetry={() => {
                // The button goes; the focus stays inside.
                dialog.current?.focus();
                retry();
              }}
            />
          )}
        </FullScreenFrame>
      )}
    </dialog>
  );
}

function NotLoaded({ onRetry }: { readonly onRetry: () => void }) {
  const strings = useWords();
  return (
    <div className="mr-full-failed" role="alert">
      <p>{strings.fullScreenFailed}</p>
      <button type="button" className="mr-button" onClick={onRetry}>
        {strings.tryAgain}
      </button>
    </div>
  );
}

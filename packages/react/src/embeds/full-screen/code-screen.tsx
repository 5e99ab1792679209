'use client';

import { Search, WrapText } from 'lucide-react';
import { useState } from 'react';
import { isMac } from '../../page/mac-keys.ts';
import { shortcutKeys } from '../../page/shortcuts.ts';
import { useWords } from '../../words/words-context.ts';
import { codeText } from '../box/code-text.ts';
import { codeDetail, embedName } from '../box/embed-name.ts';
import { CopyButton } from '../copy/copy-button.tsx';
import { type FileView, ViewSwitch } from '../view-switch.tsx';
import { ChangeNote } from './change-note.tsx';
import { DownloadButton } from './download-button.tsx';
import { FullScreenFrame } from './full-screen-frame.tsx';
import type { FullScreenProps } from './full-screen-props.ts';
import { useCodeView } from './use-code-view.ts';

/** A whole code with its lines' numbers, and what changed in it when the chat has an earlier version of the file. */
export function CodeScreen(props: FullScreenProps) {
  const strings = useWords();
  const { attrs, content, versions, made, extra, actions, onClose } = props;
  const [shown, setShown] = useState<FileView>(versions.length > 0 ? 'changes' : 'file');
  const [wraps, setWraps] = useState(false);
  const text = codeText(attrs, content);
  const name = embedName(strings, attrs);
  const before = shown === 'changes' ? versions.at(-1) : undefined;
  const { box, find } = useCodeView({ text, before, label: name, language: attrs.language ?? 'json', wraps });
  const isWriting = attrs.status === 'processing';
  const detail = codeDetail(attrs, isWriting ? strings.writingLine : strings.lines);
  const count = versions.length + 1;
  const since = before === undefined || made !== undefined ? '' : strings.sinceVersion(count - 1);
  const facts = made
    ? strings.changedLines(made.added, made.removed)
    : count > 1 && strings.version(count, count);
  return (
    <FullScreenFrame
      attrs={attrs}
      name={name}
      detail={[detail, facts].filter(Boolean).join(' · ')}
      note={extra === undefined ? since : <ChangeNote {...extra.changed} />}
      hints={[[shortcutKeys('find', strings, isMac()).join(' '), strings.keyFind]]}
      onClose={onClose}
      actions={
        <>
          {versions.length > 0 && <ViewSwitch shown={shown} onShown={setShown} />}
          <button
            type="button"
            className="mr-icon"
            title={strings.find}
            aria-label={strings.find}
            onClick={find}
          >
            <Search size={16} aria-hidden="true" />
          </button>
          <button
            type="button"
            className="mr-icon"
            title={strings.wrapLines}
            aria-label={strings.wrapLines}
            aria-pressed={wraps}
            onClick={() => setWraps(!wraps)}
          >
            <WrapText size={16} aria-hidden="true" />
          </button>
          {actions ?? extra?.actions}
          <CopyButton attrs={attrs} content={content} isWide />
          <DownloadButton attrs={attrs} text={text} />
        </>
      }
    >
      <div className="mr-full-editor" dir="ltr" ref={box} />
    </FullScreenFrame>
  );
}

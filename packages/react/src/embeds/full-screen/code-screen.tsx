import { Search, WrapText } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '../../words/words-context.ts';
import { codeText } from '../box/code-text.ts';
import { codeDetail, embedName } from '../box/embed-name.ts';
import { CopyButton } from '../copy/copy-button.tsx';
import { ChangeNote } from './change-note.tsx';
import { DownloadButton } from './download-button.tsx';
import { FullScreenFrame } from './full-screen-frame.tsx';
import type { FullScreenProps } from './full-screen-props.ts';
import { modKey } from './keys.ts';
import { useCodeView } from './use-code-view.ts';

type Shown = 'changes' | 'file';

/** A whole code with its lines' numbers, and what changed in it when the chat has an earlier version of the file. */
export function CodeScreen({ attrs, content, versions, extra, onClose }: FullScreenProps) {
  const strings = useWords();
  const [shown, setShown] = useState<Shown>(versions.length > 0 ? 'changes' : 'file');
  const [wraps, setWraps] = useState(false);
  const text = codeText(attrs, content);
  const name = embedName(strings, attrs);
  const before = shown === 'changes' ? versions.at(-1) : undefined;
  const { box, find } = useCodeView({ text, before, label: name, language: attrs.language ?? 'json', wraps });
  const isWriting = attrs.status === 'processing';
  const detail = codeDetail(attrs, isWriting ? strings.writingLine : strings.lines);
  const count = versions.length + 1;
  const since = before === undefined ? '' : strings.sinceVersion(count - 1);
  return (
    <FullScreenFrame
      attrs={attrs}
      name={name}
      detail={count > 1 ? `${detail} · ${strings.version(count, count)}` : detail}
      note={extra === undefined ? since : <ChangeNote {...extra.changed} />}
      hints={[[`${modKey(strings)} F`, strings.keyFind]]}
      onClose={onClose}
      actions={
        <>
          {versions.length > 0 && <ShownSwitch shown={shown} onShown={setShown} />}
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
          {extra?.actions}
          <CopyButton attrs={attrs} content={content} isWide />
          <DownloadButton attrs={attrs} text={text} />
        </>
      }
    >
      <div className="mr-full-editor" dir="ltr" ref={box} />
    </FullScreenFrame>
  );
}

interface ShownSwitchProps {
  readonly shown: Shown;
  readonly onShown: (shown: Shown) => void;
}

function ShownSwitch({ shown, onShown }: ShownSwitchProps) {
  const strings = useWords();
  const choices: readonly (readonly [Shown, string])[] = [
    ['changes', strings.changesView],
    ['file', strings.fileView],
  ];
  return (
    <fieldset className="mr-switch">
      <legend className="mr-sr-only">{strings.howShown}</legend>
      {choices.map(([choice, label]) => (
        <button key={choice} type="button" aria-pressed={choice === shown} onClick={() => onShown(choice)}>
          {label}
        </button>
      ))}
    </fieldset>
  );
}

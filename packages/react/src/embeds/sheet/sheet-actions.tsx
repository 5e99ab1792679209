'use client';

import { Copy, Download, FileText, type LucideIcon, Redo2, Undo2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useWords } from '../../words/words-context.ts';

export type FileKind = 'csv' | 'xlsx';

export interface SheetActionsProps {
  readonly onAsk: (() => void) | undefined;
  /** Undefined where nothing can be changed. */
  readonly onUndo: (() => void) | undefined;
  readonly onRedo: (() => void) | undefined;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  onCopy(): void;
  onCopyMarkdown(): void;
  readonly children?: ReactNode;
  onDownload(kind: FileKind): void;
}

/** The actions on a sheet or the selected part of it. */
export function SheetActions(props: SheetActionsProps) {
  const strings = useWords();
  const { onAsk, onUndo, onRedo, canUndo, canRedo, onCopy, onCopyMarkdown, onDownload, children } = props;
  return (
    <div className="mr-sheet-actions">
      {children}
      {onUndo && <SignButton label={strings.undo} Icon={Undo2} isOff={!canUndo} onPress={onUndo} />}
      {onRedo && <SignButton label={strings.redo} Icon={Redo2} isOff={!canRedo} onPress={onRedo} />}
      {onAsk !== undefined && (
        <button type="button" className="mr-button" onClick={onAsk}>
          {strings.askAboutSelection}
        </button>
      )}
      <button type="button" className="mr-button" onClick={onCopy}>
        <Copy size={16} aria-hidden />
        <span className="mr-button-word">{strings.copySheet}</span>
      </button>
      <SignButton label={strings.copyMarkdown} Icon={FileText} isOff={false} onPress={onCopyMarkdown} />
      <DownloadButton onDownload={onDownload} />
    </div>
  );
}

interface SignButtonProps {
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly isOff: boolean;
  readonly onPress: () => void;
}

function SignButton({ label, Icon, isOff, onPress }: SignButtonProps) {
  return (
    <button
      type="button"
      className="mr-icon"
      title={label}
      aria-label={label}
      aria-disabled={isOff}
      onClick={() => !isOff && onPress()}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}

const KINDS: readonly FileKind[] = ['csv', 'xlsx'];

function DownloadButton({ onDownload }: { onDownload(kind: FileKind): void }) {
  const strings = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = (): void => {
    setIsOpen(false);
    opener.current?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    // Only the list closes, not the view that it is in.
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears the keys of its buttons
    <div
      className="mr-sheet-download"
      onKeyDown={press}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setIsOpen(false);
      }}
    >
      <button
        ref={opener}
        type="button"
        className="mr-button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Download size={16} aria-hidden />
        <span className="mr-button-word">{strings.downloadSheet}</span>
      </button>
      <div id={id} className="mr-sheet-kinds" hidden={!isOpen}>
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            className="mr-button mr-button-quiet"
            onClick={() => {
              close();
              onDownload(kind);
            }}
          >
            {strings.sheetFile[kind]}
          </button>
        ))}
      </div>
    </div>
  );
}

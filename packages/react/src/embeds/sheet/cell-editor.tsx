'use client';

import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';

export interface CellEditorProps {
  /** The address, for those who don't see it. */
  readonly label: string;
  readonly initial: string;
  /** Ends the change; the key says in which direction to move. */
  onCommit(raw: string, next: 'down' | 'up' | 'right' | 'left' | 'stay'): void;
  onCancel(): void;
}

/** As long as a cell of a spreadsheet may be. */
const LONGEST_CELL = 32_767;

/** The field in a cell that is being changed. */
export function CellEditor({ label, initial, onCommit, onCancel }: CellEditorProps) {
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useLayoutEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const commit = (next: Parameters<CellEditorProps['onCommit']>[1]): void => {
    if (isOver.current) return;
    isOver.current = true;
    onCommit(field.current?.value ?? '', next);
  };
  const press = (event: KeyboardEvent): void => {
    // The grid must not take the keys of its field for its own, nor the dialog its Escape.
    event.stopPropagation();
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter') commit(event.shiftKey ? 'up' : 'down');
    else if (event.key === 'Tab') commit(event.shiftKey ? 'left' : 'right');
    else if (event.key === 'Escape') {
      isOver.current = true;
      onCancel();
    } else return;
    event.preventDefault();
  };
  return (
    <input
      ref={field}
      className="mr-sheet-field"
      aria-label={label}
      defaultValue={initial}
      maxLength={LONGEST_CELL}
      autoComplete="off"
      spellCheck={false}
      onKeyDown={press}
      onCopy={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onBlur={() => commit('stay')}
    />
  );
}

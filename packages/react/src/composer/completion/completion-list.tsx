'use client';

import { CornerDownRight, FileText, SquareSlash } from 'lucide-react';
import { useEffect } from 'react';
import { ShownText } from '../../approval/shown/shown-text.tsx';
import { useWords, type Words } from '../../words/words-context.ts';
import type { CompletionTrigger } from './completion-at.ts';
import { type CompletionItem, completionId } from './completion-item.ts';
import type { CompletionState } from './create-completions.ts';

/** The props of `CompletionList`. */
export interface CompletionListProps extends CompletionState {
  /** The id of the list, for the `aria-controls` of the editor. */
  readonly listId: string;
  readonly trigger: CompletionTrigger;
  /** The place of the item that Enter chooses. */
  readonly activeIndex: number;
  /** Called when the pointer moves to another item. */
  readonly onActive?: ((index: number) => void) | undefined;
  readonly onChoose: (item: CompletionItem) => void;
}

/** The list of what completes a message. It never takes the focus: the editor keeps it, and the keys. */
export function CompletionList(props: CompletionListProps) {
  const { listId, trigger, items, status, activeIndex, onActive, onChoose } = props;
  const strings = useWords();
  const { label, empty, failed } = strings.completions[trigger === '@' ? 'files' : 'names'];
  const isEmpty = items.length === 0;
  const active = items[activeIndex];
  const activeId = active && completionId(listId, active);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  if (status === 'idle') return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press must not take the focus from the editor
    <div className="mr-completion" onMouseDown={(event) => event.preventDefault()}>
      <div
        className="mr-completion-list"
        id={listId}
        role="listbox"
        aria-label={label}
        aria-busy={status === 'loading'}
        hidden={isEmpty}
      >
        {items.map((item, place) => (
          <Option
            key={completionId(listId, item)}
            id={completionId(listId, item)}
            item={item}
            isActive={place === activeIndex}
            onPoint={() => onActive?.(place)}
            onChoose={() => onChoose(item)}
          />
        ))}
      </div>
      {/* Not told aloud: it comes and goes with each key. */}
      {status === 'loading' && isEmpty && <p className="mr-completion-note">{strings.completing}</p>}
      <p className="mr-completion-note" data-failed={status === 'failed'} role="status">
        {status === 'failed' ? failed : status === 'ready' && isEmpty && empty}
      </p>
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly item: CompletionItem;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function Option({ id, item, isActive, onPoint, onChoose }: OptionProps) {
  const strings = useWords();
  const { Icon, name, hint, detail } = shownParts(item, strings);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the editor has the focus and the keys
    <div
      className="mr-completion-option"
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerMove={() => !isActive && onPoint()}
      onClick={onChoose}
    >
      <Icon size={16} aria-hidden="true" />
      <span className="mr-completion-name">
        <strong>
          <bdi dir={item.type === 'mode' ? 'auto' : 'ltr'}>
            <ShownText text={name} />
          </bdi>
        </strong>
        {hint !== '' && (
          <bdi className="mr-completion-hint">
            <ShownText text={hint} />
          </bdi>
        )}
      </span>{' '}
      {detail !== '' && (
        <span className="mr-completion-detail">
          <bdi dir={item.type === 'file' ? 'ltr' : 'auto'}>
            <ShownText text={detail} />
          </bdi>
        </span>
      )}
    </div>
  );
}

function shownParts(item: CompletionItem, strings: Words) {
  switch (item.type) {
    case 'file': {
      const end = item.path.lastIndexOf('/') + 1;
      return { Icon: FileText, name: item.path.slice(end), hint: '', detail: item.path.slice(0, end) };
    }
    case 'command': {
      const { name, argument_hint: hint, description: detail } = item.command;
      return { Icon: SquareSlash, name: `/${name}`, hint, detail };
    }
    case 'mode':
      return {
        Icon: CornerDownRight,
        name: item.mode.name,
        hint: strings.mode,
        detail: item.mode.description,
      };
  }
}

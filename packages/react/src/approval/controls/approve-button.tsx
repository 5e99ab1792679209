import type { KeyboardEvent, ReactNode } from 'react';
import { useWords } from '../../words/words-context.ts';
import { isSendKey, useSendKeys } from './keys.ts';

export interface ApproveButtonProps {
  readonly children: ReactNode;
  readonly className: string;
  readonly disabled: boolean;
  readonly onApprove: () => void;
  readonly explain: (note: string | undefined) => void;
}

/** A yes. Enter alone never gives it, also not with the focus here: it is the key that people press without reading. */
export function ApproveButton({ children, className, disabled, onApprove, explain }: ApproveButtonProps) {
  const strings = useWords();
  const sendKeys = useSendKeys();
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    if (!isSendKey(event)) explain(strings.enterAlone(sendKeys));
    else if (!disabled) onApprove();
  }
  return (
    <button
      type="button"
      className={className}
      aria-disabled={disabled}
      onKeyDown={onKeyDown}
      onClick={() => !disabled && onApprove()}
    >
      {children}
    </button>
  );
}

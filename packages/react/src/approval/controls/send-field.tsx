'use client';

import { type ComponentProps, useEffect, useRef } from 'react';
import { isSendKey } from './keys.ts';

export interface SendFieldProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'onKeyDown' | 'ref'> {
  readonly onText: (text: string) => void;
  readonly onSend: () => void;
  /** True when it has the focus when it appears; so it is unless this is false. */
  readonly takesFocus?: boolean;
}

/** A field that sends by Ctrl or Cmd with Enter. */
export function SendField({ onText, onSend, takesFocus = true, className = '', ...field }: SendFieldProps) {
  const ref = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (takesFocus) ref.current?.focus();
  }, [takesFocus]);
  return (
    <textarea
      {...field}
      ref={ref}
      className={`mr-approval-field ${className}`}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={(event) => {
        if (!isSendKey(event)) return;
        event.preventDefault();
        onSend();
      }}
    />
  );
}

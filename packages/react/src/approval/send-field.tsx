import { type ComponentProps, useEffect, useRef } from 'react';
import { isSendKey } from './keys.ts';

export interface SendFieldProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'onKeyDown' | 'ref'> {
  readonly onText: (text: string) => void;
  readonly onSend: () => void;
}

/** A field that has the focus when it appears, and sends by Ctrl or Cmd with Enter. */
export function SendField({ onText, onSend, className = '', ...field }: SendFieldProps) {
  const ref = useRef<HTMLTextAreaElement>(null);
  useEffect(() => ref.current?.focus(), []);
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

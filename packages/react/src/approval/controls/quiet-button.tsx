import type { ReactNode } from 'react';

export interface QuietButtonProps {
  readonly disabled: boolean;
  readonly onPress: () => void;
  /** The form that it opens: the focus comes back here when that is closed. */
  readonly form?: string;
  readonly children: ReactNode;
}

/** The way back out of a form. It keeps the focus while it can't be pressed. */
export function QuietButton({ disabled, onPress, form, children }: QuietButtonProps) {
  return (
    <button
      type="button"
      className="mr-button mr-button-quiet"
      data-form={form}
      aria-disabled={disabled}
      onClick={() => !disabled && onPress()}
    >
      {children}
    </button>
  );
}

import type { ReactNode } from 'react';

export interface QuietButtonProps {
  readonly disabled: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** The way back out of a form. It keeps the focus while it can't be pressed. */
export function QuietButton({ disabled, onPress, children }: QuietButtonProps) {
  return (
    <button
      type="button"
      className="mr-button mr-button-quiet"
      aria-disabled={disabled}
      onClick={() => !disabled && onPress()}
    >
      {children}
    </button>
  );
}

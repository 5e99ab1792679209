import type { KeyboardEvent } from 'react';

/** Closes the form that a key was pressed in, and nothing around it. An Escape that ends a composition is not meant for it. */
export function closeOnEscape(event: KeyboardEvent, close: () => void): void {
  if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.defaultPrevented) return;
  event.preventDefault();
  event.stopPropagation();
  close();
}

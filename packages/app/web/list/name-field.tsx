import { useState } from 'react';

export interface NameFieldProps {
  readonly name: string;
  readonly label: string;
  readonly className?: string;
  readonly maxLength: number;
  /** With the new name, or without one when it stays as it is. */
  readonly onClose: (name: string | undefined, by: 'key' | 'leaving') => void;
}

/** Changes a name in its place. Enter and leaving the field keep it, Escape does not. */
export function NameField({ name: before, label, className, maxLength, onClose }: NameFieldProps) {
  const [name, setName] = useState(before);
  const kept = name.trim() === '' || name.trim() === before ? undefined : name.trim();
  return (
    <input
      className={className ?? 'app-title-field'}
      aria-label={label}
      dir="auto"
      value={name}
      maxLength={maxLength}
      // biome-ignore lint/a11y/noAutofocus: it replaces the name that had the focus
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(event) => setName(event.target.value)}
      onBlur={() => onClose(kept, 'leaving')}
      onKeyDown={(event) => {
        // Typed letters are no commands to the list.
        event.stopPropagation();
        if (event.nativeEvent.isComposing || event.keyCode === 229) return;
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // The key would press what gets the focus now.
        event.preventDefault();
        onClose(event.key === 'Enter' ? kept : undefined, 'key');
      }}
    />
  );
}

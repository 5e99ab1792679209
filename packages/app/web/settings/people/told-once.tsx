import { Copy } from 'lucide-react';
import { useId, useRef, useState } from 'react';

export interface ToldOnceProps {
  readonly text: string;
  readonly words: {
    /** The name of the field. */
    readonly label: string;
    readonly copy: string;
    readonly copied: string;
    readonly copyFailed: string;
    /** Says that it is not shown again. */
    readonly once: string;
    /** Says what others could do with it. */
    readonly warning?: string;
  };
}

/** A secret that is shown only now, to be copied. */
export function ToldOnce({ text, words }: ToldOnceProps) {
  const [said, setSaid] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const help = useId();
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(words.copied);
    } catch {
      // Without the right, or without a secure address, there is no clipboard.
      field.current?.select();
      setSaid(words.copyFailed);
    }
  }
  return (
    <div className="app-connect">
      <label className="app-link-field">
        {words.label}
        <input
          ref={field}
          value={text}
          readOnly
          dir="ltr"
          aria-describedby={help}
          onFocus={({ target }) => select(target)}
          // biome-ignore lint/a11y/noAutofocus: the button that made it is gone
          autoFocus
        />
      </label>
      <button type="button" className="mr-button mr-button-primary" onClick={() => void copy()}>
        <Copy size={16} aria-hidden="true" />
        {words.copy}
      </button>
      <p id={help} className="app-wide">
        {words.warning === undefined ? (
          words.once
        ) : (
          <>
            <strong>{words.once}</strong> {words.warning}
          </>
        )}
      </p>
      <p className="app-wide" role="status">
        {said}
      </p>
    </div>
  );
}

/** Selects all of a field, with its beginning in sight: browsers scroll to the selection's middle or end. */
function select(field: HTMLInputElement): void {
  field.select();
  requestAnimationFrame(() => field.scrollTo({ left: 0 }));
}

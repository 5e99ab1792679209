import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { strings } from '../words/strings.ts';

const SAID_MS = 2000;

/** Copies a text as it was written, and says aloud whether that worked. */
export function CopyButton({ text }: { readonly text: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return;
    const timer = setTimeout(() => setSaid(''), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(strings.copied);
    } catch {
      // Without the right, or without a secure address, there is no clipboard.
      setSaid(strings.copyFailed);
    }
  }
  const Icon = said === strings.copied ? Check : Copy;
  return (
    <>
      <button
        type="button"
        className="mr-icon"
        aria-label={strings.copy}
        title={strings.copy}
        onClick={() => void copy()}
      >
        <Icon size={16} aria-hidden="true" />
      </button>
      <span className={said === '' ? 'mr-sr-only' : 'mr-action-said'} aria-live="polite">
        {said}
      </span>
    </>
  );
}

import { useEffect, useRef, useState } from 'react';
import { strings } from '../strings.ts';
import { isSendKey, sendKeys } from './keys.ts';
import type { Deciding } from './use-decision.ts';

export interface RejectFormProps extends Pick<Deciding, 'decide'> {
  readonly sending: boolean;
  readonly onBack: () => void;
}

/** A no, and what the model should do instead, if the person wants to say. */
export function RejectForm({ sending, decide, onBack }: RejectFormProps) {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  function send(): void {
    const message = text.trim();
    if (!sending) decide({ type: 'reject', ...(message !== '' && { message }) });
  }
  return (
    <div className="mr-approval-form">
      <label>
        {strings.feedback}
        <textarea
          ref={field}
          className="mr-approval-field"
          rows={2}
          value={text}
          readOnly={sending}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (!isSendKey(event)) return;
            event.preventDefault();
            send();
          }}
        />
      </label>
      <div className="mr-approval-actions">
        <button type="button" className="mr-button mr-button-ink" aria-disabled={sending} onClick={send}>
          {strings.rejectAndSend}
          <span className="mr-keys" aria-hidden="true">
            {sendKeys()}
          </span>
        </button>
        <button
          type="button"
          className="mr-button mr-button-quiet"
          aria-disabled={sending}
          onClick={() => !sending && onBack()}
        >
          {strings.back}
        </button>
      </div>
    </div>
  );
}

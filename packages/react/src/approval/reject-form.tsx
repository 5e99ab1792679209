import { useId, useState } from 'react';
import { strings } from '../strings.ts';
import { sendKeys } from './keys.ts';
import { QuietButton } from './quiet-button.tsx';
import { SendField } from './send-field.tsx';
import type { Deciding } from './use-decision.ts';

export interface RejectFormProps extends Pick<Deciding, 'decide'> {
  readonly sending: boolean;
  readonly onBack: () => void;
}

/** A no, and what the model should do instead, if the person wants to say. */
export function RejectForm({ sending, decide, onBack }: RejectFormProps) {
  const [text, setText] = useState('');
  const id = useId();
  function send(): void {
    const message = text.trim();
    if (!sending) decide({ type: 'reject', ...(message !== '' && { message }) });
  }
  return (
    <div className="mr-approval-form">
      <label htmlFor={id}>
        {strings.feedback}
        <SendField id={id} rows={2} value={text} readOnly={sending} onText={setText} onSend={send} />
      </label>
      <div className="mr-approval-actions">
        <button type="button" className="mr-button mr-button-ink" aria-disabled={sending} onClick={send}>
          {strings.rejectAndSend}
          <span className="mr-keys" aria-hidden="true">
            {sendKeys()}
          </span>
        </button>
        <QuietButton disabled={sending} onPress={onBack}>
          {strings.back}
        </QuietButton>
      </div>
    </div>
  );
}

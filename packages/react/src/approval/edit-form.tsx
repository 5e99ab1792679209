import type { ApprovalRequest } from '@millrace/engine';
import { useEffect, useId, useRef, useState } from 'react';
import { strings } from '../strings.ts';
import { ApproveButton } from './approve-button.tsx';
import { countChanges } from './count-changes.ts';
import { isSendKey } from './keys.ts';
import { type ReadJson, readJsonObject } from './read-json-object.ts';
import { printJson } from './show-hidden.ts';
import type { Deciding } from './use-decision.ts';

export interface EditFormProps extends Pick<Deciding, 'decide' | 'explain'> {
  readonly approval: ApprovalRequest;
  readonly sending: boolean;
  readonly onBack: () => void;
}

/** Changes the input of a call. What is sent is what runs. */
export function EditForm({ approval, sending, decide, explain, onBack }: EditFormProps) {
  const { input, tool } = approval;
  const [text, setText] = useState(() => printJson(input));
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);
  const read = readJsonObject(text);
  const changes = read.type === 'object' ? countChanges(input, read.value) : 0;

  function send(): void {
    if (sending || read.type !== 'object' || changes === 0) return;
    decide({ type: 'edit', edited_action: { name: tool, args: read.value } });
  }
  return (
    <div className="mr-approval-form">
      <textarea
        ref={field}
        className="mr-approval-field mr-approval-json"
        aria-label={strings.inputAsJson}
        aria-invalid={read.type !== 'object'}
        aria-describedby={id}
        spellCheck={false}
        dir="ltr"
        value={text}
        readOnly={sending}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (!isSendKey(event)) return;
          event.preventDefault();
          send();
        }}
      />
      <p id={id} className={read.type === 'object' ? 'mr-approval-hint' : 'mr-approval-hint mr-approval-bad'}>
        {problemOf(read) ?? strings.changes(changes)}
      </p>
      <div className="mr-approval-actions">
        <ApproveButton
          className="mr-button mr-button-primary"
          disabled={sending || read.type !== 'object' || changes === 0}
          onApprove={send}
          explain={explain}
        >
          {strings.approveWithChanges}
        </ApproveButton>
        <button
          type="button"
          className="mr-button mr-button-quiet"
          aria-disabled={sending}
          onClick={() => !sending && onBack()}
        >
          {strings.discardChanges}
        </button>
      </div>
    </div>
  );
}

function problemOf(read: ReadJson): string | undefined {
  switch (read.type) {
    case 'object':
      return undefined;
    case 'no_object':
      return strings.jsonNoObject;
    case 'unfinished':
      return strings.jsonUnfinished;
    case 'problem':
      return strings.jsonProblem(read.line, read.column, read.message);
  }
}

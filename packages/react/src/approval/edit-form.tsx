import type { ApprovalRequest } from '@millrace/engine';
import { useId, useState } from 'react';
import { strings } from '../words/strings.ts';
import { ApproveButton } from './approve-button.tsx';
import { countChanges } from './count-changes.ts';
import { QuietButton } from './quiet-button.tsx';
import { type ReadJson, readJsonObject } from './read-json-object.ts';
import { SendField } from './send-field.tsx';
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
  const id = useId();
  const read = readJsonObject(text);
  const changes = read.type === 'object' ? countChanges(input, read.value) : 0;

  function send(): void {
    if (sending || read.type !== 'object' || changes === 0) return;
    decide({ type: 'edit', edited_action: { name: tool, args: read.value } });
  }
  return (
    <div className="mr-approval-form">
      <SendField
        className="mr-approval-json"
        aria-label={strings.inputAsJson}
        aria-invalid={read.type !== 'object'}
        aria-describedby={id}
        spellCheck={false}
        dir="ltr"
        value={text}
        readOnly={sending}
        onText={setText}
        onSend={send}
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
        <QuietButton disabled={sending} onPress={onBack}>
          {strings.discardChanges}
        </QuietButton>
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

import type { PolicyRule } from '@millrace/engine';
import type { OfferedRule } from '@millrace/engine/approval';
import { useEffect, useRef, useState } from 'react';
import { useWords, type Words } from '../../words/words-context.ts';
import { ApproveButton } from '../controls/approve-button.tsx';
import { QuietButton } from '../controls/quiet-button.tsx';
import type { Deciding } from '../decision/use-decision.ts';
import { ShownText } from '../shown/shown-text.tsx';

export interface AlwaysFormProps extends Pick<Deciding, 'decide' | 'explain'> {
  readonly rules: readonly OfferedRule[];
  readonly sending: boolean;
  readonly onBack: () => void;
}

/** Shows the rule before it is saved; among several the person chooses, and the narrowest is the first choice. */
export function AlwaysForm({ rules, sending, decide, explain, onBack }: AlwaysFormProps) {
  const strings = useWords();
  const [chosen, setChosen] = useState(rules[0]?.rule.id);
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => box.current?.focus(), []);
  function save(): void {
    if (!sending && chosen !== undefined) decide({ type: 'approve_always', rule_id: chosen });
  }
  const only = rules.length === 1 ? rules[0] : undefined;
  return (
    <div className="mr-approval-form">
      <fieldset className="mr-rules" ref={box} tabIndex={-1} disabled={sending}>
        <legend>{only === undefined ? strings.alwaysWhich : strings.alwaysRule}</legend>
        {only !== undefined ? (
          <p dir="auto">
            <ShownText text={only.text} />
          </p>
        ) : (
          rules.map(({ rule, text }) => (
            <label key={rule.id}>
              <input
                type="radio"
                checked={chosen === rule.id}
                onChange={() => setChosen(rule.id)}
                name={`rule-of-${rules[0]?.rule.id}`}
              />
              <span dir="auto">
                <ShownText text={text} />
                <small>{scopeOf(strings, rule)}</small>
              </span>
            </label>
          ))
        )}
      </fieldset>
      <div className="mr-approval-actions">
        <ApproveButton
          className="mr-button mr-button-primary"
          disabled={sending}
          onApprove={save}
          explain={explain}
        >
          {strings.saveRule}
        </ApproveButton>
        <QuietButton disabled={sending} onPress={onBack}>
          {strings.back}
        </QuietButton>
      </div>
    </div>
  );
}

/** How much a rule allows and where, in a few words. */
function scopeOf(strings: Words, { pattern, scope }: PolicyRule): string {
  return strings.ruleScope(strings.breadths[breadthOf(pattern)], strings.scopes[scope]);
}

function breadthOf(pattern: PolicyRule['pattern']): keyof Words['breadths'] {
  switch (pattern?.type) {
    case undefined:
      return 'tool';
    case 'input':
      return 'exact';
    case 'command':
      return 'commands';
    case 'glob':
      return 'targets';
  }
}

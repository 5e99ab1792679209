'use client';

import type { OfferedRule } from '@millrace/engine/approval';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../words/words-context.ts';
import { ApproveButton } from '../controls/approve-button.tsx';
import { QuietButton } from '../controls/quiet-button.tsx';
import type { Deciding } from '../decision/use-decision.ts';
import { ruleWords } from '../shown/rule-words.ts';
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
  const saidOf = ({ rule, commands }: OfferedRule): string => ruleWords(strings, { ...rule, commands });
  const only = rules.length === 1 ? rules[0] : undefined;
  return (
    <div className="mr-approval-form">
      <fieldset className="mr-rules" ref={box} tabIndex={-1} disabled={sending}>
        <legend>{only === undefined ? strings.alwaysWhich : strings.alwaysRule}</legend>
        {only !== undefined ? (
          <p dir="auto">
            <ShownText text={saidOf(only)} />
          </p>
        ) : (
          rules.map((offered) => {
            const { rule } = offered;
            return (
              <label key={rule.id}>
                <input
                  type="radio"
                  checked={chosen === rule.id}
                  onChange={() => setChosen(rule.id)}
                  name={`rule-of-${rules[0]?.rule.id}`}
                />
                <span dir="auto">
                  <ShownText text={saidOf(offered)} />
                </span>
              </label>
            );
          })
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

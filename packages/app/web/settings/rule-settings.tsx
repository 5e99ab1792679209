import type { ChatSummary, RuleInfo } from '@millrace/engine/run';
import { ApiError, bareRuleWords, type Client, useWords } from '@millrace/react';
import { useEffect, useRef, useState } from 'react';
import { type PageWords, usePageWords } from '../base/page-words.ts';

export interface RuleSettingsProps {
  readonly client: Client;
  /** To name the chats that rules are for. */
  readonly chats: readonly ChatSummary[];
}

/** The rules that allow, ask or deny, and the way to revoke one. A server without rules shows nothing. */
export function RuleSettings({ client, chats }: RuleSettingsProps) {
  const strings = usePageWords();
  const words = useWords();
  const [rules, setRules] = useState<readonly RuleInfo[]>();
  const [missing, setMissing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    client.listRules().then(
      (list) => setRules(list.rules),
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 404) setMissing(true);
        else setProblem(strings.rulesFailed);
      },
    );
  }, [client, strings.rulesFailed]);

  async function revoke(id: string): Promise<void> {
    setProblem(undefined);
    try {
      await client.deleteRule(id);
    } catch (error) {
      // One that is gone is what was wanted.
      if (!(error instanceof ApiError && error.status === 404)) return setProblem(strings.revokeFailed);
    }
    setRules((before) => before?.filter((rule) => rule.id !== id));
    // The button that had the focus is gone.
    heading.current?.focus();
  }

  if (missing) return null;
  return (
    <section>
      <h3 ref={heading} tabIndex={-1}>
        {strings.rules}
      </h3>
      <p>{rules?.length === 0 ? strings.noRules : strings.rulesHelp}</p>
      {problem !== undefined && (
        <p className="app-problem" role="alert">
          {problem}
        </p>
      )}
      {rules !== undefined && rules.length > 0 && (
        <ul className="app-providers">
          {rules.map((rule) => {
            const said = bareRuleWords(words, rule);
            return (
              <li key={`${rule.scope} ${rule.of} ${rule.id}`} className="app-provider">
                <div>
                  <strong dir="auto">{said}</strong>
                  <p>{detailOf(strings, rule, chats)}</p>
                  {isPrefix(rule) && <p>{rule.text}</p>}
                </div>
                <button
                  type="button"
                  className="mr-button"
                  aria-label={strings.revokeRule(said)}
                  onClick={() => void revoke(rule.id)}
                >
                  {strings.revoke}
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

function detailOf(
  strings: PageWords,
  { scope, of, created_at }: RuleInfo,
  chats: readonly ChatSummary[],
): string {
  const title = scope === 'chat' ? chats.find(({ id }) => id === of)?.title : undefined;
  const where = title ? strings.inChat(title) : strings.scopes[scope];
  return `${where} · ${strings.dateOf(created_at)}`;
}

/** Which other words a prefix allows is a list of options: the server tells it whole. */
function isPrefix({ verdict, pattern }: RuleInfo): boolean {
  return verdict === 'allow' && pattern?.type === 'command' && pattern.whole !== true;
}

'use client';

import type { HitlDecision } from '@millrace/engine';
import type { ApprovalRequest } from '@millrace/engine/run';
import { use, useEffect, useRef, useState } from 'react';
import type { DecisionResult } from '../../client/create-decide.ts';
import { problemOf } from '../../words/problem-of.ts';
import { useWords } from '../../words/words-context.ts';
import { answerKey, keepAnswer } from '../kept/kept-answers.ts';
import { decisionLine } from './decision-line.ts';
import type { HitlPhase } from './hitl-phase.ts';
import { HitlContext } from './hitl-runtime.ts';
import { useHitlPhase } from './use-hitl-phase.ts';

/** A card takes no press so soon: the hand was on its way to something else. */
const FIRST_MS = 500;

export interface Deciding {
  readonly phase: HitlPhase;
  /** The server says that it is too late. */
  readonly expired: boolean;
  /** True when somebody takes decisions here. */
  readonly canDecide: boolean;
  /** Why a press did nothing, or which decision holds. */
  readonly note: string | undefined;
  readonly explain: (note: string | undefined) => void;
  readonly decide: (decision: HitlDecision) => void;
  /** Ignores presses for a moment: its content has moved. */
  readonly rest: () => void;
}

export interface Known {
  /** True when the call may have run. */
  readonly inDoubt: boolean;
  /** The decision in the log. */
  readonly decided?: HitlDecision['type'] | undefined;
}

/** One approval on its way from a person to the server. */
export function useDecision(approval: ApprovalRequest, { inDoubt, decided }: Known): Deciding {
  const strings = useWords();
  const runtime = use(HitlContext);
  const [phase, tell] = useHitlPhase(decided === undefined ? {} : { __decided__: decided });
  const [expired, setExpired] = useState(false);
  const [note, explain] = useState<string>();
  const appeared = useRef(Number.POSITIVE_INFINITY);
  // A second press may come before the first one is drawn.
  const busy = useRef(false);
  const rest = useRef(() => {
    appeared.current = performance.now();
  }).current;
  useEffect(rest, [rest]);

  function settle(result: DecisionResult): void {
    switch (result.type) {
      case 'decided':
        if (runtime?.run !== undefined) keepAnswer(answerKey(runtime.run, approval.tool_use_id), undefined);
        tell({ type: 'decided', decision: result.decision.type });
        break;
      case 'already_decided':
        tell({ type: 'decided', decision: result.decision.type });
        explain(
          strings.firstHolds(decisionLine(strings, { ...result, inDoubt }, runtime?.device(), runtime)),
        );
        break;
      case 'expired':
        setExpired(true);
        explain(strings.expired);
        break;
      case 'args_changed':
      case 'no_rule':
      case 'bad_edit':
        askAgain(result.message);
        break;
      case 'offline':
        askAgain(strings.offline(result.message));
    }
  }

  function askAgain(why: string): void {
    busy.current = false;
    tell({ type: 'failed' });
    explain(why);
  }

  async function send(decision: HitlDecision): Promise<void> {
    if (runtime === null || busy.current) return;
    if (performance.now() - appeared.current < FIRST_MS) return explain(strings.tooSoon);
    busy.current = true;
    tell({ type: 'sent' });
    explain(undefined);
    try {
      settle(await runtime.decide(approval, decision));
    } catch (error) {
      askAgain(problemOf(strings, error));
    }
  }

  return {
    phase,
    expired,
    canDecide: runtime !== null,
    note,
    explain,
    decide: (decision) => void send(decision),
    rest,
  };
}

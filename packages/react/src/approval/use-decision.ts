import type { ApprovalRequest, HitlDecision } from '@millrace/engine';
import { use, useEffect, useRef, useState } from 'react';
import type { DecisionResult } from '../client/create-decide.ts';
import { strings } from '../words/strings.ts';
import { decisionLine } from './decision-line.ts';
import { HitlContext } from './hitl-runtime.ts';

/** A card takes no press so soon: the hand was on its way to something else. */
const FIRST_MS = 500;

export interface Deciding {
  readonly phase: 'waiting' | 'sending' | 'decided' | 'expired';
  /** Why a press did nothing, or which decision holds. */
  readonly note: string | undefined;
  readonly explain: (note: string | undefined) => void;
  readonly decide: (decision: HitlDecision) => void;
}

/** One approval on its way from a person to the server. */
export function useDecision(approval: ApprovalRequest, inDoubt: boolean): Deciding {
  const runtime = use(HitlContext);
  const [phase, setPhase] = useState<Deciding['phase']>('waiting');
  const [note, explain] = useState<string>();
  const appeared = useRef(Number.POSITIVE_INFINITY);
  // A second press may come before the first one is drawn.
  const busy = useRef(false);
  useEffect(() => {
    appeared.current = performance.now();
  }, []);

  function settle(result: DecisionResult): void {
    switch (result.type) {
      case 'decided':
        setPhase('decided');
        break;
      case 'already_decided':
        setPhase('decided');
        explain(strings.firstHolds(decisionLine({ ...result, inDoubt }, runtime?.device())));
        break;
      case 'expired':
        setPhase('expired');
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
    setPhase('waiting');
    explain(why);
  }

  async function send(decision: HitlDecision): Promise<void> {
    if (runtime === null || busy.current || performance.now() - appeared.current < FIRST_MS) return;
    busy.current = true;
    setPhase('sending');
    explain(undefined);
    try {
      settle(await runtime.decide(approval, decision));
    } catch (error) {
      askAgain(error instanceof Error ? error.message : String(error));
    }
  }

  return { phase, note, explain, decide: (decision) => void send(decision) };
}

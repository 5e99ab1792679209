'use client';

import type { ApprovalRequest, ProposedChange } from '@millrace/engine/run';
import { use, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../client/api-error.ts';
import { HitlContext } from './hitl-runtime.ts';

/** The change of an edit that is still being written. */
export interface LiveChange {
  /** The newest change that is known. */
  readonly change: ProposedChange | undefined;
  /** Why the values can't be shown as a change. */
  readonly problem: string | undefined;
  /** True when the change is not about the newest values, and nobody finds out. */
  readonly stale: boolean;
}

type Args = Readonly<Record<string, unknown>>;

interface Told {
  readonly args: Args;
  readonly change?: ProposedChange | undefined;
  readonly problem?: string | undefined;
}

type Preview = (args: Args) => Promise<{ readonly change: ProposedChange | null }>;

/**
 * Asks for the changes of values as they are given: one at a time, and when that is answered the newest, so the server's pace is
 * the pace. Undefined values are not asked about. Never throws.
 */
export function follower(preview: Preview, tell: (told: Told) => void): (args: Args | undefined) => void {
  let wanted: Args | undefined;
  let isBusy = false;
  async function ask(args: Args): Promise<Told> {
    try {
      return { args, change: (await preview(args)).change ?? undefined };
    } catch (error) {
      return {
        args,
        problem: error instanceof ApiError && error.code === 'bad_edit' ? error.message : undefined,
      };
    }
  }
  async function follow(): Promise<void> {
    let last: Args | undefined;
    while (wanted !== undefined && wanted !== last) {
      last = wanted;
      tell(await ask(last));
    }
    isBusy = false;
  }
  return (args) => {
    wanted = args;
    if (isBusy || args === undefined) return;
    isBusy = true;
    void follow();
  };
}

/** Follows an edit with the change that it would make. `args` is undefined when they are those of the question, or can't be sent. */
export function useLiveChange(approval: ApprovalRequest, args: Args | undefined): LiveChange {
  const preview = use(HitlContext)?.preview;
  const [told, setTold] = useState<Told>();
  const isFollowed = approval.change !== undefined && preview !== undefined;
  const follow = useMemo(
    () => (isFollowed && preview ? follower((each) => preview(approval, each), setTold) : undefined),
    [approval, isFollowed, preview],
  );
  useEffect(() => follow?.(args), [follow, args]);
  useEffect(() => () => follow?.(undefined), [follow]);
  const last = useLastChange(told?.change);
  if (args === undefined) return { change: approval.change, problem: undefined, stale: false };
  const isNewest = told?.args === args;
  return {
    change: told?.change ?? last ?? approval.change,
    problem: isNewest ? told.problem : undefined,
    stale: !isFollowed || (isNewest && told.change === undefined),
  };
}

/** The newest change that there was. */
function useLastChange(now: ProposedChange | undefined): ProposedChange | undefined {
  const last = useRef(now);
  useEffect(() => {
    if (now !== undefined) last.current = now;
  }, [now]);
  return now ?? last.current;
}

'use client';

import type { TimelineGroup } from '@millrace/engine';
import { useRef } from 'react';
import type { TurnStatus } from './header-line.ts';
import { keepSteps, type Steps } from './keep-steps.ts';
import type { DetailsById } from './step/step-details.ts';
import { TimelineView } from './timeline-view.tsx';
import type { TimelineToolComponent } from './tool/timeline-tool.ts';

/** The props of `Timeline`. */
export interface TimelineProps {
  /** The steps, from `buildTimeline`. */
  readonly groups: readonly TimelineGroup[];
  /** Details of the steps, by the ids of their items. */
  readonly details?: DetailsById;
  /** Components for calls of tools; others are drawn like any call. */
  readonly tools?: Readonly<Record<string, TimelineToolComponent>>;
  /** How far the turn is; by default it runs while one of its steps does. */
  readonly status?: TurnStatus;
  /** When the turn began and ended, in milliseconds since 1970. */
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
  /** Milliseconds between the two in which it waited for a person: they are told apart from the work. */
  readonly waitedMs?: number | undefined;
  /** Milliseconds between the two that count neither as work nor as waiting. */
  readonly lostMs?: number | undefined;
  /** When it began to wait for a person, while it does. */
  readonly pausedAt?: number | undefined;
}

const NOTHING: DetailsById = new Map();

/** The steps of an agent under one line that folds. An app may rebuild all of its props with each token. */
export function Timeline({ groups, details = NOTHING, ...turn }: TimelineProps) {
  const kept = useRef<Steps>(undefined);
  kept.current = keepSteps(kept.current, { groups, details });
  return <TimelineView {...kept.current} {...turn} />;
}

'use client';

import { use, useRef } from 'react';
import { numberSources } from '../../document/citations/number-sources.ts';
import { SourceList } from '../../document/citations/source-list.tsx';
import { TimelineView } from '../../timeline/timeline-view.tsx';
import { bodyTools as ourBodyTools } from '../../timeline/tool/body-tools.ts';
import type { TimelineState } from '../../timeline/use-timeline.ts';
import { useWords } from '../../words/words-context.ts';
import type { Answer } from './answer.ts';
import { answerBody } from './answer-body.tsx';
import { DecideContext } from './answer-hitl.tsx';
import { AnswerOptionsContext } from './answer-options.ts';
import { answerTexts } from './answer-texts.ts';
import { type AnswerTimeline, answerTimeline } from './answer-timeline.ts';
import { interleave } from './interleave.ts';
import { narrationOf } from './narration.ts';
import { SplitAnswer } from './split-answer.tsx';

export type AnswerTimes = Pick<Answer, 'startedAt' | 'endedAt' | 'waitedMs' | 'lostMs' | 'pausedAt'>;

export type AnswerBlocksProps = Pick<Answer, 'id' | 'blocks' | 'status'> & AnswerTimes;

/**
 * An answer: its steps and its results, from one list of blocks. The results keep their DOM nodes from the first
 * piece on, however the steps grow or fold.
 */
export function AnswerBlocks({ id, blocks, status, ...answer }: AnswerBlocksProps) {
  const { startedAt, endedAt, waitedMs, lostMs, pausedAt } = answer;
  const times: AnswerTimes = { startedAt, endedAt, waitedMs, lostMs, pausedAt };
  const { layout = 'split', tools, bodyTools = ourBodyTools } = use(AnswerOptionsContext);
  const device = use(DecideContext)?.device();
  const strings = useWords();
  const kept = useRef<AnswerTimeline>(undefined);
  const timeline = answerTimeline({ strings, blocks, status, device }, kept.current);
  kept.current = timeline;
  const { steps, details } = timeline;
  const texts = answerTexts(blocks);
  const sources = numberSources(Array.from(texts.values(), ({ citations }) => citations));
  const parts = { id, blocks, status, texts, sources };
  const cited = status !== 'running' && <SourceList key="sources" sources={sources} />;
  if (layout === 'split') {
    const narration = narrationOf(blocks, texts, bodyTools);
    const bodyFor = (fold: Pick<TimelineState, 'id' | 'open'>) =>
      answerBody({ ...parts, narration, fold }, timeline, bodyTools);
    return <SplitAnswer {...{ timeline, status, times, narration, bodyFor, tools }}>{cited}</SplitAnswer>;
  }
  const shared = { details, ...(tools && { tools }) };
  const inOrder = interleave(steps, answerBody(parts, timeline, bodyTools));
  const drawn = inOrder.map((part, nth) => {
    if ('node' in part) return part.node;
    // Others are over when their steps are.
    const isLast = nth === inOrder.length - 1;
    return (
      <TimelineView
        key={`steps-${part.place}`}
        {...shared}
        groups={part.groups}
        isPart={true}
        {...(isLast && { status, ...times })}
      />
    );
  });
  return [...drawn, cited];
}

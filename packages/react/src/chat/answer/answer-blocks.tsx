import { use, useRef } from 'react';
import { numberSources } from '../../document/citations/number-sources.ts';
import { SourceList } from '../../document/citations/source-list.tsx';
import { TimelineView } from '../../timeline/timeline-view.tsx';
import { bodyTools as ourBodyTools } from '../../timeline/tool/body-tools.ts';
import { useWords } from '../../words/words-context.ts';
import type { Answer } from './answer.ts';
import { answerBody } from './answer-body.tsx';
import { DecideContext } from './answer-hitl.tsx';
import { AnswerOptionsContext } from './answer-options.ts';
import { answerTexts } from './answer-texts.ts';
import { type AnswerTimeline, answerTimeline } from './answer-timeline.ts';
import { interleave } from './interleave.ts';

export type AnswerBlocksProps = Pick<Answer, 'id' | 'blocks' | 'status' | 'startedAt' | 'endedAt'>;

/**
 * An answer: its steps and its results, from one list of blocks. The results keep their DOM nodes from the first
 * piece on, however the steps grow or fold.
 */
export function AnswerBlocks({ id, blocks, status, startedAt, endedAt }: AnswerBlocksProps) {
  const { layout = 'split', tools, bodyTools = ourBodyTools } = use(AnswerOptionsContext);
  const device = use(DecideContext)?.device();
  const strings = useWords();
  const kept = useRef<AnswerTimeline>(undefined);
  const timeline = answerTimeline({ strings, blocks, status, device }, kept.current);
  kept.current = timeline;
  const { steps, groups, details } = timeline;
  const texts = answerTexts(blocks);
  const sources = numberSources(Array.from(texts.values(), ({ citations }) => citations));
  const body = answerBody({ id, blocks, status, texts, sources }, timeline, bodyTools);
  const cited = status !== 'running' && <SourceList key="sources" sources={sources} />;
  const shared = { details, ...(tools && { tools }) };
  if (layout === 'split') {
    return [
      <TimelineView key="steps" {...{ ...shared, groups, status, startedAt, endedAt }} />,
      ...body.map(({ node }) => node),
      cited,
    ];
  }
  const parts = interleave(steps, body);
  const drawn = parts.map((part, nth) => {
    if ('node' in part) return part.node;
    // Others are over when their steps are.
    const isLast = nth === parts.length - 1;
    return (
      <TimelineView
        key={`steps-${part.place}`}
        {...shared}
        groups={part.groups}
        {...(isLast && { status, startedAt, endedAt })}
      />
    );
  });
  return [...drawn, cited];
}

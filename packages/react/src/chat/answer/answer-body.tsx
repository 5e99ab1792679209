'use client';

import type { TimelineItem } from '@millrace/engine';
import type { ToolUseBlock } from '@millrace/engine/message';
import { printEmbed, type RunTool } from '@millrace/engine/run';
import { memo, type ReactNode } from 'react';
import type { AskedCall } from '../../approval/decision/asked-call.ts';
import { ShownText } from '../../approval/shown/shown-text.tsx';
import type { CitedSource } from '../../document/citations/cited-source.ts';
import { DocumentView } from '../../document/document-view.tsx';
import { ToolBody } from '../../timeline/tool/tool-body.tsx';
import { useWords } from '../../words/words-context.ts';
import type { Answer, AnswerBlock } from './answer.ts';
import type { AnswerOptions } from './answer-options.ts';
import type { AnswerText } from './answer-texts.ts';
import { type AnswerTimeline, factsOf } from './answer-timeline.ts';
import { type SpokenCall, spokenCall } from './spoken-call.ts';

/** A part of an answer's body, named by the place of its block. */
export interface BodyPart {
  readonly place: number;
  readonly node: ReactNode;
  /** True when the agent says it, so that later steps come below it. */
  readonly isSaid: boolean;
}

export interface AnswerBody extends Pick<Answer, 'id' | 'blocks' | 'status'> {
  readonly texts: ReadonlyMap<number, AnswerText>;
  /** The sources that its texts cite, numbered across all of them. */
  readonly sources: readonly CitedSource[];
  /** The texts that stand between the steps, and how they fold with them. */
  readonly narration?: ReadonlySet<number>;
  readonly fold?: { readonly id: string; readonly open: boolean };
}

/** The results of the work, in order: text, the words that calls say to the person, and the embeds that they left. */
export function answerBody(
  { id, blocks, status, texts, sources, narration, fold }: AnswerBody,
  { steps, details }: AnswerTimeline,
  bodyTools: AnswerOptions['bodyTools'],
): readonly BodyPart[] {
  const running = status === 'running';
  const items = new Map(steps.map(({ place, group }) => [place, group.parent]));
  // Blocks only ever join at the end, so the place is a name that lasts from the live answer to the finished one.
  return blocks.flatMap((one, place): BodyPart[] => {
    const { block } = one;
    const messageId = `${id}:${place}`;
    if (block.type === 'text') {
      const joined = texts.get(place);
      // It is part of the text that begins above it.
      if (joined === undefined) return [];
      const goesOn = running && place + joined.count === blocks.length;
      const cited = sources.length === 0 ? {} : { citations: joined.citations, sources };
      const folds = narration?.has(place) ? { fold: fold?.id, hidden: fold?.open === false } : {};
      const node = (
        <DocumentView
          key={messageId}
          text={joined.text}
          messageId={messageId}
          running={goesOn}
          {...cited}
          {...folds}
        />
      );
      return [{ place, node, isSaid: joined.text.trim() !== '' }];
    }
    if (block.type !== 'tool_use') return [];
    const isSaid = spokenCall(factsOf(one, block, status), one) !== undefined;
    const node = (
      <CallPart
        key={messageId}
        {...{ one, call: block, messageId, status, bodyTools }}
        item={items.get(place)}
        asked={details.get(block.id)?.asked}
      />
    );
    return [{ place, node, isSaid }];
  });
}

interface CallPartProps extends Pick<AnswerOptions, 'bodyTools'> {
  readonly one: AnswerBlock;
  readonly call: ToolUseBlock;
  readonly item: TimelineItem | undefined;
  readonly asked: AskedCall | undefined;
  readonly messageId: string;
  readonly status: Answer['status'];
}

/** The part of the body that belongs to a call: its words to the person, its product and its embed. */
const CallPart = memo(function CallPart(props: CallPartProps) {
  const { one, call, item, asked, messageId, status, bodyTools } = props;
  const facts = factsOf(one, call, status);
  const spoken = spokenCall(facts, one);
  return (
    <>
      {spoken && <Spoken {...spoken} messageId={messageId} running={facts.writing} />}
      <Product {...{ item, asked, bodyTools }} />
      <CallEmbed id={messageId} tool={one.tool} running={status === 'running'} />
    </>
  );
});

/** The product of a call, drawn by the component of its tool. Every other call leaves the body alone. */
function Product({ item, asked, bodyTools = {} }: Pick<CallPartProps, 'item' | 'asked' | 'bodyTools'>) {
  if (item?.kind !== 'tool-call' || !Object.hasOwn(bodyTools, item.toolName)) return null;
  const Tool = bodyTools[item.toolName];
  return Tool && <ToolBody {...{ item, asked, Tool }} />;
}

interface SpokenProps extends Pick<SpokenCall, 'words' | 'command'> {
  readonly messageId: string;
  readonly running: boolean;
}

/** The words that a call says to the person read like any answer. */
function Spoken({ words, command, messageId, running }: SpokenProps) {
  const strings = useWords();
  return (
    <>
      <DocumentView text={words} messageId={messageId} running={running} />
      {command !== undefined && (
        <p className="mr-try">
          {strings.tryIt}{' '}
          <code dir="ltr">
            <ShownText text={command} />
          </code>
        </p>
      )}
    </>
  );
}

/** The embed of a call: live while the answer is, then as its text has it. */
function CallEmbed({
  id,
  tool,
  running,
}: {
  readonly id: string;
  readonly tool: RunTool | undefined;
  readonly running: boolean;
}) {
  if (tool?.embed === undefined || (tool.status !== 'done' && !running)) return null;
  // The live embed and the finished one are two texts: a text only ever grows. The log has it from the tool itself.
  return (
    <DocumentView
      key={tool.status}
      text={printEmbed(tool.embed)}
      messageId={id}
      running={tool.status !== 'done'}
      proven
    />
  );
}

import { printEmbed, type RunTool, type ThinkingBlock, type ToolResultBlock } from '@millrace/engine';
import { Fragment, memo } from 'react';
import { ShownText } from '../approval/shown-text.tsx';
import { numberSources } from '../document/citations/number-sources.ts';
import { SourceList } from '../document/citations/source-list.tsx';
import { DocumentView } from '../document/document-view.tsx';
import { strings } from '../words/strings.ts';
import type { Answer, AnswerBlock } from './answer.ts';
import { answerTexts } from './answer-texts.ts';
import { type SpokenCall, spokenCall } from './spoken-call.ts';
import { SubAgent } from './sub-agent.tsx';
import { ToolCard } from './tool-card.tsx';

export interface AnswerBlocksProps {
  /** What the blocks belong to: an answer, or a sub-agent of one. */
  readonly id: string;
  readonly runId: string;
  readonly blocks: readonly AnswerBlock[];
  readonly status: Answer['status'];
}

/** The blocks of an answer in their order. A block keeps its place and its DOM nodes from its first piece on. */
export function AnswerBlocks({ id, runId, blocks, status }: AnswerBlocksProps) {
  const running = status === 'running';
  const results = resultsOf(blocks);
  const texts = answerTexts(blocks);
  const sources = numberSources(Array.from(texts.values(), ({ citations }) => citations));
  const drawn = blocks.map(({ block, preview, arrived, tool, spans = [] }, place) => {
    // Blocks only ever join at the end, so the place is a name that lasts from the live answer to the finished one.
    const last = running && place === blocks.length - 1;
    switch (block.type) {
      case 'text': {
        const joined = texts.get(place);
        // It is part of the text that begins above it.
        if (joined === undefined) return null;
        const goesOn = running && place + joined.count === blocks.length;
        const cited = sources.length === 0 ? {} : { citations: joined.citations, sources };
        return (
          <DocumentView
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={place}
            text={joined.text}
            messageId={`${id}:${place}`}
            running={goesOn}
            {...cited}
          />
        );
      }
      case 'thinking':
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        return <Thinking key={place} block={block} running={last} />;
      case 'tool_use': {
        const result = results.get(block.id);
        const writing = arrived !== undefined && running;
        const spoken = spokenCall({ call: block, tool, result, writing, status }, { preview });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Fragment key={place}>
            {spoken && <Spoken {...spoken} messageId={`${id}:${place}`} running={writing} />}
            {(spoken === undefined || spoken.hasCard) && (
              <ToolCard
                call={block}
                result={result}
                preview={preview}
                arrived={arrived}
                tool={tool}
                runId={runId}
                status={status}
              >
                {spans.length > 0 &&
                  spans.map((span) => (
                    <Nested
                      key={span.id}
                      {...{ runId, status, result }}
                      id={`${id}:${span.id}`}
                      blocks={span.blocks}
                    />
                  ))}
              </ToolCard>
            )}
            <CallEmbed id={`${id}:${place}`} tool={tool} running={running} />
          </Fragment>
        );
      }
      default:
        return null;
    }
  });
  return (
    <>
      {drawn}
      {!running && <SourceList sources={sources} />}
    </>
  );
}

interface SpokenProps extends Pick<SpokenCall, 'words' | 'command'> {
  readonly messageId: string;
  readonly running: boolean;
}

/** What a call says to the person reads like any answer. */
function Spoken({ words, command, messageId, running }: SpokenProps) {
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

/** What a call left in its place: live while the answer is, then as its text has it. */
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
  // The one that is at work and the one that is done are two texts: a text only ever grows.
  return (
    <DocumentView
      key={tool.status}
      text={printEmbed(tool.embed)}
      messageId={id}
      running={tool.status !== 'done'}
    />
  );
}

/** A sub-agent has ended when the call that opened it has its result. */
function Nested({ result, ...props }: AnswerBlocksProps & { readonly result: ToolResultBlock | undefined }) {
  const status = result === undefined ? props.status : 'completed';
  return (
    <SubAgent steps={props.blocks} running={status === 'running'}>
      <AnswerBlocks {...props} status={status} />
    </SubAgent>
  );
}

function resultsOf(blocks: readonly AnswerBlock[]): ReadonlyMap<string, ToolResultBlock> {
  return new Map(
    blocks.flatMap(({ block }) =>
      block.type === 'tool_result' ? [[block.tool_use_id, block] as const] : [],
    ),
  );
}

const Thinking = memo(function Thinking({
  block: { thinking, start_timestamp, stop_timestamp },
  running,
}: {
  readonly block: ThinkingBlock;
  readonly running: boolean;
}) {
  // A provider may keep its thinking to itself and send only the seal.
  if (thinking === '' && !running) return null;
  const took =
    start_timestamp === null || stop_timestamp === null
      ? undefined
      : Date.parse(stop_timestamp) - Date.parse(start_timestamp);
  return (
    <details className="mr-thinking">
      <summary>{running ? strings.thinking : strings.thought(took)}</summary>
      <div dir="auto">{thinking}</div>
    </details>
  );
});

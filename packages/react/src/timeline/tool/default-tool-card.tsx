import { Arguments } from '../../approval/card/arguments.tsx';
import { useWords } from '../../words/words-context.ts';
import { LongText } from './long-text.tsx';
import { readableText } from './readable-text.ts';
import { Tabs } from './tabs.tsx';
import type { TimelineToolProps } from './timeline-tool.ts';

/** The input of a call and its result. */
export function DefaultToolCard(props: TimelineToolProps) {
  const strings = useWords();
  const { args, argsText, result, status } = props;
  const isEmpty = Object.keys(args).length === 0 && argsText !== undefined;
  const input = <Arguments input={isEmpty ? argsText : args} />;
  const output = (
    <LongText
      text={result === undefined ? strings.noOutput : readableText(result)}
      failed={status === 'error'}
      of={props}
    />
  );
  const hasOutput = result !== undefined || status === 'completed' || status === 'error';
  return (
    <div className="mr-step-card">
      <Tabs
        label={strings.inputAndOutput}
        tabs={[
          { name: strings.input, content: input },
          ...(hasOutput ? [{ name: strings.output, content: output }] : []),
        ]}
        first={hasOutput ? 1 : 0}
      />
    </div>
  );
}

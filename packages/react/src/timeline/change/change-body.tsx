'use client';

import { useMemo, useState } from 'react';
import { ShownText } from '../../approval/shown/shown-text.tsx';
import { useWords } from '../../words/words-context.ts';
import type { CallChange } from '../step/call-change.ts';
import { FallbackToolBody } from '../tool/fallback-tool-body.tsx';
import { readableText } from '../tool/readable-text.ts';
import { RevertButton } from '../tool/revert-button.tsx';
import type { TimelineToolProps } from '../tool/timeline-tool.ts';
import { changeFiles } from './change-files.ts';
import { ChangedFile } from './changed-file.tsx';
import { EditedLine } from './edited-line.tsx';
import { useCallFiles } from './use-call-files.ts';

const NOTHING_KNOWN: CallChange = {};

export interface ChangeBodyProps extends TimelineToolProps {
  readonly change?: CallChange | undefined;
}

/** The changes of a call in files: those that it made or, when it made none, those that it asked for. */
export function ChangeBody({ change = NOTHING_KNOWN, ...props }: ChangeBodyProps) {
  const strings = useWords();
  const { toolCallId, args, status, result } = props;
  const [showsAsked, setShowsAsked] = useState(false);
  const shown = useMemo(() => changeFiles(strings, change, args), [strings, change, args]);
  const loaded = useCallFiles(toolCallId);
  const { asked, rings, values } = shown;
  const isAsked = showsAsked && asked.length > 0;
  const files = isAsked ? asked : shown.files;
  const isMade = shown.isMade && !isAsked;
  const problem =
    status === 'error' && !isAsked
      ? saidIn(result, change.edited !== undefined)
      : isAsked
        ? strings.wasAsked
        : undefined;
  if (files.length === 0) return <FallbackToolBody {...props} />;
  return (
    <div className="mr-step-card mr-changes">
      {files.map((file, place) => (
        <ChangedFile
          // biome-ignore lint/suspicious/noArrayIndexKey: a file may be changed twice, and the list never changes
          key={`${place} ${isAsked}`}
          id={`change:${toolCallId}:${place}`}
          rings={isAsked ? undefined : rings[place]}
          problem={place === 0 ? problem : undefined}
          actions={place === 0 && isMade && <RevertButton toolCallId={toolCallId} className="mr-button" />}
          {...{ file, loaded, isMade }}
        >
          {place === 0 && change.edited !== undefined && (
            <EditedLine {...{ values, showsAsked }} onShow={setShowsAsked} />
          )}
        </ChangedFile>
      ))}
      {status === 'completed' && <Told said={saidIn(result, change.edited !== undefined)} />}
    </div>
  );
}

/** The words that the model read about the change. */
function Told({ said }: { readonly said: string | undefined }) {
  const strings = useWords();
  if (said === undefined) return null;
  return (
    <details className="mr-change-told">
      <summary>{strings.toldModel}</summary>
      <p dir="auto">
        <ShownText text={said} />
      </p>
    </details>
  );
}

/** The words of the tool. After an edit they come behind a paragraph with the raw input, which the step shows as a diff. */
function saidIn(result: unknown, isEdited: boolean): string | undefined {
  const whole = result === undefined ? '' : readableText(result).trim();
  const said = isEdited ? whole.slice(whole.indexOf('\n\n') + 1).trim() : whole;
  return said === '' ? undefined : said;
}

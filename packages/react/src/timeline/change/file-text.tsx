import { CodeLines } from '../../embeds/highlight/code-lines.tsx';
import { fileLanguage } from '../../embeds/languages.ts';
import { useWords } from '../../words/words-context.ts';
import type { FilesOfCall } from './use-call-files.ts';

/** More lines are shown only in full screen. */
const MOST_LINES = 400;

export interface FileTextProps {
  readonly path: string;
  readonly loaded: FilesOfCall;
}

/** A file as a call left it, whatever became of it since. */
export function FileText({ path, loaded: { files, hasFailed } }: FileTextProps) {
  const strings = useWords();
  const text = files?.find((file) => file.path === path)?.after;
  if (text === undefined)
    return (
      <p className="mr-change-note" role={hasFailed ? 'alert' : 'status'}>
        {hasFailed ? strings.fileFailed : files === undefined ? strings.fileLoading : strings.fileNotKept}
      </p>
    );
  const lines = text.split('\n');
  const left = lines.length - MOST_LINES;
  return (
    <>
      <pre className="mr-change-file" dir="ltr">
        <CodeLines code={lines.slice(0, MOST_LINES).join('\n')} language={fileLanguage(path)} />
      </pre>
      {left > 0 && <p className="mr-change-note">{strings.moreRows(left)}</p>}
    </>
  );
}

import type { EmbedNodeAttrs } from '@millrace/engine';
import { Download } from 'lucide-react';
import { saveFile } from '../../page/save-file.ts';
import { useWords } from '../../words/words-context.ts';
import { fileName } from '../copy/file-name.ts';

export interface DownloadButtonProps {
  readonly attrs: EmbedNodeAttrs;
  readonly text: string;
}

/** Saves the content of an embed as a file with its name. */
export function DownloadButton({ attrs, text }: DownloadButtonProps) {
  const strings = useWords();
  return (
    <button
      type="button"
      className="mr-button"
      title={strings.download}
      onClick={() => saveFile(fileName(attrs), new Blob([text], { type: 'text/plain;charset=utf-8' }))}
    >
      <Download size={16} aria-hidden="true" />
      <span className="mr-button-word">{strings.download}</span>
    </button>
  );
}

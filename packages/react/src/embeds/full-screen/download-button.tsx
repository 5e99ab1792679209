import type { EmbedNodeAttrs } from '@millrace/engine';
import { Download } from 'lucide-react';
import { strings } from '../../words/strings.ts';
import { fileName } from '../copy/file-name.ts';
import { saveFile } from '../copy/save-file.ts';

export interface DownloadButtonProps {
  readonly attrs: EmbedNodeAttrs;
  readonly text: string;
}

/** Saves what an embed stands for as a file of its name. */
export function DownloadButton({ attrs, text }: DownloadButtonProps) {
  return (
    <button
      type="button"
      className="mr-button"
      title={strings.download}
      onClick={() => saveFile(fileName(attrs), text)}
    >
      <Download size={16} aria-hidden="true" />
      <span className="mr-button-word">{strings.download}</span>
    </button>
  );
}

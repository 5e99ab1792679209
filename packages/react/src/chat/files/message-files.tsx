import type { MessageFile } from '@millrace/engine/run';
import { Download, FileText, ImageOff } from 'lucide-react';
import { lazy, Suspense, use, useState } from 'react';
import { saveFile } from '../../page/save-file.ts';
import { useWords } from '../../words/words-context.ts';
import { useAttempt } from '../state/use-attempt.ts';
import { FileAccess, useFileUrl } from './file-access.ts';

const PictureViewer = lazy(async () => ({ default: (await import('./picture-viewer.tsx')).PictureViewer }));

/** Pictures that a browser draws and runs nothing of. */
const isPicture = ({ type }: MessageFile): boolean => /^image\/(png|jpeg|gif|webp|avif)$/.test(type);

/** The files of a message: pictures as a gallery that opens in full screen, all others with their names, sizes and a button. */
export function MessageFiles({ files }: { readonly files: readonly MessageFile[] }) {
  const words = useWords();
  const [open, setOpen] = useState<{ readonly place: number; readonly from: HTMLElement }>();
  const pictures = files.filter(isPicture);
  const others = files.filter((file) => !isPicture(file));
  return (
    <div className="mr-files">
      {pictures.length > 0 && (
        <ul
          className={pictures.length === 1 ? 'mr-pictures mr-pictures-one' : 'mr-pictures'}
          aria-label={words.files.gallery}
        >
          {pictures.map((file, i) => (
            // One content may be sent twice under one id.
            // biome-ignore lint/suspicious/noArrayIndexKey: the files of a message never change
            <li key={i}>
              <Picture file={file} onOpen={(from) => setOpen({ place: i, from })} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className="mr-file-list" aria-label={words.files.label}>
          {others.map((file, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the files of a message never change
            <FileLine key={i} file={file} />
          ))}
        </ul>
      )}
      {open !== undefined && (
        <Suspense>
          <PictureViewer
            pictures={pictures}
            first={open.place}
            backTo={open.from}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

function Picture({
  file,
  onOpen,
}: {
  readonly file: MessageFile;
  readonly onOpen: (from: HTMLElement) => void;
}) {
  const words = useWords();
  const { id, name, alt, width, height } = file;
  const { url, hasFailed } = useFileUrl(id);
  const label = alt ?? name;
  // Its place is there before it is.
  const shape = width !== undefined && height !== undefined ? { aspectRatio: `${width} / ${height}` } : {};
  return (
    <button
      type="button"
      className="mr-picture"
      aria-label={words.files.open(label)}
      title={label}
      onClick={({ currentTarget }) => onOpen(currentTarget)}
    >
      {url !== undefined && <img className="mr-picture-img" src={url} alt="" {...{ width, height }} />}
      {url === undefined && (
        <span className="mr-picture-none" style={shape} role={hasFailed ? 'alert' : undefined}>
          {hasFailed && (
            <>
              <ImageOff size={20} aria-hidden="true" />
              {words.files.failed}
            </>
          )}
        </span>
      )}
    </button>
  );
}

function FileLine({ file }: { readonly file: MessageFile }) {
  const words = useWords();
  const read = use(FileAccess);
  const { busy, problem, run } = useAttempt();
  const { id, name, size } = file;
  return (
    <li className="mr-file-line">
      <FileText size={20} aria-hidden="true" />
      <span className="mr-file-chip-facts">
        <span className="mr-file-chip-name" dir="auto" title={name}>
          {name}
        </span>
        <span className="mr-file-chip-note" role={problem && 'alert'}>
          {problem ?? words.files.size(size)}
        </span>
      </span>
      {read !== undefined && (
        <button
          type="button"
          className="mr-icon"
          aria-label={words.files.downloadOf(name)}
          title={words.files.download}
          aria-disabled={busy}
          onClick={() => void run(async () => saveFile(name, await read(id)))}
        >
          <Download size={16} aria-hidden="true" />
        </button>
      )}
    </li>
  );
}

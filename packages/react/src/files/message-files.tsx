'use client';

import type { MessageFile } from '@millrace/engine/run';
import { Download, FileText, ImageOff, Play, Table2 } from 'lucide-react';
import { lazy, Suspense, use, useState } from 'react';
import { useAttempt } from '../client/use-attempt.ts';
import { saveFile } from '../page/save-file.ts';
import { useWords } from '../words/words-context.ts';
import { FileAccess, useFileUrl } from './file-access.ts';
import { fileKind } from './file-kind.ts';
import { PdfProvider } from './pdf-pages.ts';

const PictureViewer = lazy(async () => ({ default: (await import('./picture-viewer.tsx')).PictureViewer }));

const PdfViewer = lazy(async () => ({ default: (await import('./pdf-viewer.tsx')).PdfViewer }));
const SheetViewer = lazy(async () => ({ default: (await import('./sheet-viewer.tsx')).SheetViewer }));

const isPicture = (file: MessageFile): boolean => fileKind(file) === 'picture';

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
  const read = use(FileAccess)?.readFile;
  const canShowPdf = use(PdfProvider) !== undefined;
  const { busy, problem, run } = useAttempt();
  const [from, setFrom] = useState<HTMLElement>();
  const { id, name, size } = file;
  const kind = fileKind(file);
  const Viewer =
    read === undefined
      ? undefined
      : kind === 'sheet'
        ? SheetViewer
        : kind === 'pdf' && canShowPdf
          ? PdfViewer
          : undefined;
  if (read !== undefined && (kind === 'sound' || kind === 'film'))
    return <Recording file={file} kind={kind} />;
  const Icon = kind === 'sheet' ? Table2 : FileText;
  return (
    <li className="mr-file-line">
      <Icon size={20} aria-hidden="true" />
      <span className="mr-file-chip-facts">
        {Viewer === undefined ? (
          <span className="mr-file-chip-name" dir="auto" title={name}>
            {name}
          </span>
        ) : (
          <button
            type="button"
            className="mr-file-chip-name mr-file-open"
            dir="auto"
            title={words.files.open(name)}
            aria-label={words.files.open(name)}
            onClick={({ currentTarget }) => setFrom(currentTarget)}
          >
            {name}
          </button>
        )}
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
      {from !== undefined && Viewer !== undefined && (
        <Suspense>
          <Viewer file={file} backTo={from} onClose={() => setFrom(undefined)} />
        </Suspense>
      )}
    </li>
  );
}

/** A recording, to be played. It is loaded when somebody wants to hear it. */
function Recording({ file, kind }: { readonly file: MessageFile; readonly kind: 'sound' | 'film' }) {
  const words = useWords();
  const read = use(FileAccess)?.readFile;
  const { busy, problem, run } = useAttempt();
  const [isWanted, setIsWanted] = useState(false);
  const { id, name, size, type } = file;
  // A browser that plays MP4 plays most of these, but not under their own name.
  const { url, hasFailed } = useFileUrl(isWanted ? id : undefined, type.replace('quicktime', 'mp4'));
  const [cannot, setCannot] = useState(false);
  const Player = kind === 'sound' ? 'audio' : 'video';
  const trouble = problem ?? (hasFailed ? words.files.failed : cannot ? words.files.unplayable : undefined);
  return (
    <li className={`mr-file-line mr-file-${kind}`}>
      <span className="mr-file-chip-facts">
        <span className="mr-file-chip-name" dir="auto" title={name}>
          {name}
        </span>
        <span className="mr-file-chip-note" role={trouble && 'alert'}>
          {trouble ?? words.files.size(size)}
        </span>
      </span>
      {!isWanted && (
        <button
          type="button"
          className="mr-icon"
          aria-label={words.files.play(name)}
          title={words.files.play(name)}
          onClick={() => setIsWanted(true)}
        >
          <Play size={16} aria-hidden="true" />
        </button>
      )}
      <button
        type="button"
        className="mr-icon"
        aria-label={words.files.downloadOf(name)}
        title={words.files.download}
        aria-disabled={busy}
        onClick={() => void run(async () => read && saveFile(name, await read(id)))}
      >
        <Download size={16} aria-hidden="true" />
      </button>
      {url !== undefined && !cannot && (
        <Player
          className="mr-player"
          src={url}
          controls
          autoPlay
          aria-label={name}
          onError={() => setCannot(true)}
        />
      )}
    </li>
  );
}

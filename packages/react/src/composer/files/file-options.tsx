'use client';

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useWords } from '../../words/words-context.ts';
import type { FileShelf, ShelvedFile } from './file-shelf.ts';

export interface FileOptionsProps {
  readonly file: ShelvedFile;
  /** Its place among the files, and how many there are. */
  readonly place: number;
  readonly count: number;
  readonly shelf: Pick<FileShelf, 'choose' | 'move'>;
  readonly onClose: () => void;
}

const PAGES = /^\s*\d{1,6}(\s*-\s*\d{1,6})?(\s*,\s*\d{1,6}(\s*-\s*\d{1,6})?)*\s*$/;

/** The choices for one file: which part of it the model gets, what a picture shows, and its place among the others. */
export function FileOptions({ file, place, count, shelf, onClose }: FileOptionsProps) {
  const { files: words } = useWords();
  const name = useId();
  const { id, type, text, alt = '', outline } = file;
  const isPaged = outline?.unit === 'page' || outline?.unit === 'slide';
  const [pages, setPages] = useState(text === undefined || text === 'all' ? '' : text);
  const [picks, setPicks] = useState(pages !== '');
  const isBad = picks && !PAGES.test(pages);
  const choice = picks ? 'pages' : text === undefined ? 'whole' : 'all';
  const choose = (next: string, part: string | undefined): void => {
    setPicks(next === 'pages');
    shelf.choose(id, { text: part });
  };
  const radio = (value: string, label: string, part: string | undefined) => (
    <label className="mr-file-choice">
      <input type="radio" name={name} checked={choice === value} onChange={() => choose(value, part)} />
      {label}
    </label>
  );
  const pagesPart = PAGES.test(pages) ? pages.replaceAll(/\s/g, '') : undefined;
  return (
    <fieldset
      className="mr-file-options"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <legend dir="auto">{file.name}</legend>
      {isPaged && (
        <>
          {type === 'application/pdf' && radio('whole', words.wholeFile, undefined)}
          {radio('all', words.textOnly, 'all')}
          {radio('pages', words.somePages, pagesPart)}
          {picks && (
            <input
              className="mr-file-pages"
              value={pages}
              placeholder="1-3, 7"
              aria-label={words.somePages}
              aria-invalid={isBad}
              onChange={({ target }) => {
                setPages(target.value);
                if (PAGES.test(target.value)) shelf.choose(id, { text: target.value.replaceAll(/\s/g, '') });
              }}
            />
          )}
          {isBad && pages !== '' && (
            <p className="mr-file-options-problem" role="alert">
              {words.badPages}
            </p>
          )}
        </>
      )}
      {type.startsWith('image/') && (
        <label className="mr-file-alt">
          {words.alt}
          <input
            value={alt}
            maxLength={1000}
            onChange={({ target }) => shelf.choose(id, { alt: target.value })}
          />
        </label>
      )}
      <span className="mr-file-options-foot">
        {count > 1 && (
          <>
            <button
              type="button"
              className="mr-icon"
              aria-label={words.earlier(file.name)}
              title={words.earlier(file.name)}
              aria-disabled={place === 0}
              onClick={() => shelf.move(id, -1)}
            >
              <ChevronLeft size={16} aria-hidden="true" />
            </button>
            <button
              type="button"
              className="mr-icon"
              aria-label={words.later(file.name)}
              title={words.later(file.name)}
              aria-disabled={place === count - 1}
              onClick={() => shelf.move(id, 1)}
            >
              <ChevronRight size={16} aria-hidden="true" />
            </button>
          </>
        )}
        <button type="button" className="mr-button" onClick={onClose}>
          {words.done}
        </button>
      </span>
    </fieldset>
  );
}

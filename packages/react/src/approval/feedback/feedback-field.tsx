'use client';

import { ImagePlus, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useWords } from '../../words/words-context.ts';
import { SendField } from '../controls/send-field.tsx';
import { IMAGE_TYPES } from './feedback-images.ts';
import type { Feedback, ShownImage } from './use-feedback.ts';

export interface FeedbackFieldProps {
  readonly label: string;
  readonly feedback: Feedback;
  readonly sending: boolean;
  readonly onSend: () => void;
  /** True when the person has just asked for this field. */
  readonly takesFocus: boolean;
}

/** A field for words to the model, which also takes pasted and picked images. */
export function FeedbackField({ label, feedback, sending, onSend, takesFocus }: FeedbackFieldProps) {
  const strings = useWords();
  const { text, setText, images, addImages, removeImage, onPaste, problem } = feedback;
  const id = useId();
  return (
    <>
      <label htmlFor={id}>
        {label}
        <SendField
          id={id}
          rows={2}
          value={text}
          readOnly={sending}
          onText={setText}
          onSend={onSend}
          onPaste={onPaste}
          takesFocus={takesFocus}
        />
      </label>
      <div className="mr-images">
        {images.length > 0 && (
          <ul aria-label={strings.images}>
            {images.map((image) => (
              <li key={image.id}>
                <Thumbnail image={image} />
                <button
                  type="button"
                  className="mr-image-remove"
                  aria-label={strings.removeImage(image.name)}
                  aria-disabled={sending}
                  onClick={({ currentTarget }) => {
                    if (sending) return;
                    removeImage(image.id);
                    // The button that was pressed is gone.
                    currentTarget
                      .closest('.mr-images')
                      ?.querySelector<HTMLElement>(':scope > button')
                      ?.focus();
                  }}
                >
                  <X size={14} aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <PickButton disabled={sending} onFiles={addImages}>
          <ImagePlus size={14} aria-hidden="true" />
          {strings.addImages}
        </PickButton>
      </div>
      <p className="mr-approval-hint mr-approval-bad" role="alert">
        {problem}
      </p>
    </>
  );
}

interface PickButtonProps {
  readonly disabled: boolean;
  readonly onFiles: (files: Iterable<File>) => void;
  readonly children: ReactNode;
}

function PickButton({ disabled, onFiles, children }: PickButtonProps) {
  const strings = useWords();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="mr-button mr-button-quiet"
        aria-disabled={disabled}
        onClick={() => !disabled && input.current?.click()}
      >
        {children}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={IMAGE_TYPES.join(',')}
        aria-label={strings.addImages}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file may be picked again.
          event.target.value = '';
        }}
      />
    </>
  );
}

const THUMBNAIL_PX = 128;

function Thumbnail({ image: { bitmap, name } }: { readonly image: ShownImage }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const side = Math.min(bitmap.width, bitmap.height);
    const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
    canvas.current
      ?.getContext('2d')
      ?.drawImage(bitmap, left, top, side, side, 0, 0, THUMBNAIL_PX, THUMBNAIL_PX);
  }, [bitmap]);
  return <canvas ref={canvas} width={THUMBNAIL_PX} height={THUMBNAIL_PX} role="img" aria-label={name} />;
}

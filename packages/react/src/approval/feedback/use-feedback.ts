'use client';

import type { HitlDecision } from '@millrace/engine';
import type { FeedbackImage } from '@millrace/engine/approval';
import { type ClipboardEvent, useRef, useState } from 'react';
import { useWords } from '../../words/words-context.ts';
import { hasRoom, MOST_IMAGES } from './feedback-images.ts';
import { readImage } from './read-image.ts';

export interface ShownImage {
  readonly id: number;
  readonly name: string;
  readonly image: FeedbackImage;
  readonly bitmap: ImageBitmap;
}

export interface Feedback {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly images: readonly ShownImage[];
  readonly addImages: (files: Iterable<File>) => void;
  readonly removeImage: (id: number) => void;
  /** Takes images out of the clipboard; leaves everything else to the field. */
  readonly onPaste: (event: ClipboardEvent) => void;
  /** Why an image was not taken. */
  readonly problem: string | undefined;
  /** The words and images that go with a decision. */
  readonly words: () => Pick<HitlDecision, 'message' | 'images'>;
}

/** The words and images that a person adds to a decision, from words on that were kept. */
export function useFeedback(first = ''): Feedback {
  const strings = useWords();
  const [text, setText] = useState(first);
  const [images, setImages] = useState<readonly ShownImage[]>([]);
  const [problem, setProblem] = useState<string>();
  // Images are read one by one, and each counts before it is drawn.
  const taken = useRef<readonly ShownImage[]>([]);
  const reading = useRef(Promise.resolve());
  const nextId = useRef(0);

  function keep(all: readonly ShownImage[]): void {
    taken.current = all;
    setImages(all);
  }

  async function take(file: File): Promise<void> {
    if (taken.current.length >= MOST_IMAGES) return setProblem(strings.imageCount(MOST_IMAGES));
    const name = file.name || strings.pastedImage;
    try {
      const { image, bitmap } = await readImage(strings, file);
      const all = taken.current.map((each) => each.image);
      if (!hasRoom(all, image)) return setProblem(strings.imageTotal(name));
      keep([...taken.current, { id: nextId.current++, name, image, bitmap }]);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }

  function addImages(files: Iterable<File>): void {
    setProblem(undefined);
    for (const file of files) reading.current = reading.current.then(() => take(file));
  }

  return {
    text,
    setText,
    images,
    addImages,
    removeImage(id) {
      setProblem(undefined);
      keep(taken.current.filter((image) => image.id !== id));
    },
    onPaste(event) {
      const files = [...event.clipboardData.files];
      if (files.length === 0) return;
      event.preventDefault();
      addImages(files);
    },
    problem,
    words() {
      const message = text.trim();
      return {
        ...(message !== '' && { message }),
        ...(images.length > 0 && { images: images.map(({ image }) => image) }),
      };
    },
  };
}

'use client';

import { createContext } from 'react';

/** A PDF that is open. */
export interface PdfPages {
  readonly count: number;
  /** The size of a page at 100%, in CSS pixels. Rejects for a page that is broken. */
  sizeOf(page: number): Promise<{ readonly width: number; readonly height: number }>;
  /** Draws a page, and puts its text above as transparent words, to be selected and read aloud. Rejects when the signal is aborted. */
  draw(page: number, place: PdfPlace, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** The elements of a page, and how large it is drawn. */
export interface PdfPlace {
  readonly canvas: HTMLCanvasElement;
  /** Without it the page has no words. */
  readonly words?: HTMLElement | undefined;
  readonly scale: number;
}

/** Opens PDFs, with a library of the app; without it they can only be downloaded. */
export const PdfProvider = createContext<((bytes: Blob) => Promise<PdfPages>) | undefined>(undefined);

'use client';

import { createContext } from 'react';
import type { TimelineToolComponent } from '../../timeline/tool/timeline-tool.ts';

/** How answers are drawn. */
export interface AnswerOptions {
  /** All steps above the results, or both in the order in which they came. */
  readonly layout?: 'split' | 'interleaved' | undefined;
  /** Components for calls in the timeline, by the names of their tools. */
  readonly tools?: Readonly<Record<string, TimelineToolComponent>> | undefined;
  /** Components for calls whose result is a product: it is shown in the body. */
  readonly bodyTools?: Readonly<Record<string, TimelineToolComponent>> | undefined;
}

export const AnswerOptionsContext = createContext<AnswerOptions>({});

'use client';

import { createContext } from 'react';

/** Puts a piece of an answer, as Markdown, where the person writes. Without it nothing offers to ask about a selection. */
export const AskAbout = createContext<((markdown: string) => void) | undefined>(undefined);

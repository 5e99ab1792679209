'use client';

import { createContext } from 'react';

/** The address of the page that draws diagrams in a frame. Without it a diagram is shown as its code. */
export const Diagrams = createContext<string | undefined>(undefined);

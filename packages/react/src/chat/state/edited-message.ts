'use client';

import { createContext } from 'react';

/** The message that is being edited, and the way to another one. */
export interface EditedMessage {
  readonly id: string | undefined;
  readonly edit: (id: string | undefined) => void;
}

export const EditedMessageContext = createContext<EditedMessage>({ id: undefined, edit: () => {} });

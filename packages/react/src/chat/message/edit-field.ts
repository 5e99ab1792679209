'use client';

import { type ComponentType, createContext, type Ref } from 'react';
import type { MessageFieldHandle } from '../../page/message-field-handle.ts';

/** The props of a field in which a message is edited. `MessageField` takes them. */
export interface EditFieldProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly label: string;
  readonly placeholder: string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly fieldRef: Ref<MessageFieldHandle>;
}

/** The field that an app gives for editing a message; without one it is a text area. */
export const EditFieldContext = createContext<ComponentType<EditFieldProps> | undefined>(undefined);

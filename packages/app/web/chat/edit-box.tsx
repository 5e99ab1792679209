import { type EditFieldProps, MessageField } from '@millrace/react';
import { createContext, use } from 'react';
import type { Writing } from './use-writing.ts';

/** The help that a person has while they edit a message. */
export const WritingContext = createContext<Writing>({});

/** The field in which a message that was sent is edited: that of the composer. It belongs to a turn, whose mode `/` does not change. */
export function EditBox(props: EditFieldProps) {
  const { completions, ...writing } = use(WritingContext);
  return <MessageField {...props} {...writing} completions={completions && { ...completions, modes: [] }} />;
}

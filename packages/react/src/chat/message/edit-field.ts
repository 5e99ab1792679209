import { type ComponentType, createContext, type Ref } from 'react';

/** The field of a message that is edited, as a program uses it. */
export interface EditFieldHandle {
  /** Takes the focus, with the caret behind the text if that is asked for. */
  focus(at?: 'end'): void;
  /** The text as it is sent now. */
  sent(): string;
}

/** The props of a field in which a message is edited. `MessageField` takes them. */
export interface EditFieldProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly label: string;
  readonly placeholder: string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly fieldRef: Ref<EditFieldHandle>;
}

/** The field that an app gives for editing a message; without one it is a text area. */
export const EditFieldContext = createContext<ComponentType<EditFieldProps> | undefined>(undefined);

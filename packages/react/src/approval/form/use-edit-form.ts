'use client';

import { useMemo, useState } from 'react';
import { useWords } from '../../words/words-context.ts';
import type { KeptEdit } from '../kept/kept-answers.ts';
import {
  type EditState,
  type ReadEdit,
  readEdit,
  startEdit,
  switched,
  withDraft,
  withJson,
} from './edit-state.ts';
import type { Draft } from './form-field.ts';
import type { Json } from './json.ts';
import { restoredEdit } from './keep-edit.ts';

/** An edit of an input on the screen. */
export interface EditForm extends ReadEdit {
  readonly state: EditState;
  /** The problem of a field, once it is time to show it. */
  readonly shown: (key: string) => string | undefined;
  readonly setDraft: (key: string, draft: Draft) => void;
  readonly setJson: (text: string) => void;
  /** The person has left a field. */
  readonly leave: (key: string) => void;
  /** Between fields and JSON. */
  readonly toggle: () => void;
  /** Tells every problem from now on. */
  readonly tellAll: () => void;
  readonly reset: () => void;
}

/** Lets a person edit an input by fields that its schema asks for, or as JSON; it goes on with an edit that was kept. */
export function useEditForm(input: Json, schema: unknown, kept?: KeptEdit): EditForm {
  const strings = useWords();
  const [state, setState] = useState(() =>
    kept === undefined ? startEdit(input, schema) : restoredEdit(input, schema, kept),
  );
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);
  const read = useMemo(() => readEdit(strings, state), [strings, state]);
  return {
    ...read,
    state,
    shown: (key) => (all || key === '' || left.has(key) ? read.problems.get(key) : undefined),
    setDraft: (key, draft) => setState((now) => withDraft(now, key, draft)),
    setJson: (text) => setState((now) => withJson(now, text)),
    leave: (key) => setLeft((now) => new Set(now).add(key)),
    toggle: () => setState(switched),
    tellAll: () => setAll(true),
    reset() {
      setState(startEdit(input, schema));
      setLeft(new Set());
      setAll(false);
    },
  };
}

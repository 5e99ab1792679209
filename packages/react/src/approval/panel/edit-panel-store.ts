'use client';

import { useSyncExternalStore } from 'react';
import type { Json } from '../form/json.ts';

/** A field beside the arguments, such as the receivers of a mail. Its value comes back under its key. */
export interface ExtraField {
  readonly label: string;
  readonly key: string;
  readonly value: string;
  readonly type: 'text' | 'email' | 'emails' | 'datetime-local' | 'textarea';
}

/** The call that is edited in the panel, and the callbacks of the edit. */
export interface HitlEdit {
  readonly title: string;
  readonly toolName: string;
  readonly args: Json;
  /** The JSON Schema of the arguments. Without it the fields are made from the values. */
  readonly schema?: Json;
  readonly extraFields?: readonly ExtraField[];
  /** The arguments as they were edited, with the extra fields under their keys. */
  readonly onSave: (args: Json) => void;
  /** It was closed, with or without saving. */
  readonly onClose?: () => void;
}

let current: HitlEdit | null = null;
const listeners = new Set<() => void>();

function set(next: HitlEdit | null): void {
  const before = current;
  if (before === next) return;
  current = next;
  for (const listener of listeners) listener();
  before?.onClose?.();
}

/** Opens the panel for an edit; one that is open already is closed without saving. */
export function openHitlEditPanel(edit: HitlEdit): void {
  set(edit);
}

/** Closes the panel. Nothing happens when it is closed. */
export function closeHitlEditPanel(): void {
  set(null);
}

/** Returns the edit that is open in the panel; null when it is closed. */
export function useHitlEditPanel(): HitlEdit | null {
  return useSyncExternalStore(subscribe, hitlEdit, () => null);
}

export const hitlEdit = (): HitlEdit | null => current;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

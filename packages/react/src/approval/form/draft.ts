import { printJson } from '../shown/show-hidden.ts';
import type { Draft, FormField } from './form-field.ts';

/** The text that a field shows for a value; undefined when there is none. Pure but for the time zone. */
export function draftOf({ kind, choices }: FormField, value: unknown): Draft {
  if (value === undefined) return kind === 'emails' || kind === 'choices' ? [''] : '';
  switch (kind) {
    case 'choice':
      return String(choices.findIndex((choice) => choice.value === value));
    case 'choices':
      return asList(value).map((each) => String(choices.findIndex((choice) => choice.value === each)));
    case 'emails':
      // The last one is the one that is being typed.
      return [...asList(value).map(String), ''];
    case 'list':
      return asList(value).join('\n');
    case 'datetime':
      return localTime(String(value));
    case 'json':
      return printJson(value);
    default:
      return String(value);
  }
}

/**
 * The value of a draft; undefined for nothing. An invalid draft stays as it was typed, so that no way of showing it loses it. A
 * draft that nobody changed is the value that it was made from, even if a field can't show all of it.
 */
export function readDraft(field: FormField, draft: Draft, before: unknown): unknown {
  if (JSON.stringify(draft) === JSON.stringify(draftOf(field, before))) return before;
  if (typeof draft !== 'string') return listOf(field, draft);
  const { kind, present, required, choices } = field;
  switch (kind) {
    case 'text':
    case 'long':
      return draft === '' && !present ? undefined : draft;
    case 'list':
      if (draft === '') return present || required ? [] : undefined;
      return draft.split('\n');
    case 'number': {
      const number = Number(draft);
      return draft.trim() === '' ? undefined : Number.isFinite(number) ? number : draft;
    }
    case 'boolean':
      return draft === '' ? undefined : draft === 'true';
    case 'choice':
      return draft === '' ? undefined : choices[Number(draft)]?.value;
    case 'datetime':
      return draft === '' ? undefined : isoTime(draft);
    case 'json':
      return draft.trim() === '' ? undefined : parsed(draft);
    default:
      return draft === '' ? undefined : draft;
  }
}

function listOf({ kind, present, required, choices }: FormField, draft: readonly string[]): unknown {
  const given = draft.filter((each) => each !== '');
  if (given.length === 0) return present || required ? [] : undefined;
  return kind === 'choices' ? given.map((index) => choices[Number(index)]?.value) : given;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A moment as the browser's field for date and time has it, in the time of this place. */
function localTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, date.getSeconds() === 0 ? 16 : 19);
}

function isoTime(local: string): string {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? local : date.toISOString().replace('.000Z', 'Z');
}

import type { EmbedNodeAttrs } from '@millrace/engine';
import { languageEnding } from '../languages.ts';

/** The name of a file with the content of an embed: the last part of its path, else its title with an ending. Pure. */
export function fileName({ type, filename, title, language }: EmbedNodeAttrs): string {
  const last = filename?.split('/').at(-1);
  if (last !== undefined && last !== '') return last;
  // Characters that no system takes in a name, and dots that would hide the file.
  const plain = (title ?? type).replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ');
  const bare = /[^\s.](?:.*[^\s.])?/s.exec(plain)?.[0] ?? '';
  const base = bare.replace(/\s+/g, '-').slice(0, 80);
  return `${base.toLowerCase() || type}.${ending(type, language)}`;
}

function ending(type: string, language = ''): string {
  if (type === 'sheet') return 'csv';
  if (type === 'doc') return 'html';
  return type === 'code' ? languageEnding(language) : 'json';
}

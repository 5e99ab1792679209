import { contentText } from '@millrace/engine/document';
import type { ShelvedEmbed } from '../embed-shelf.ts';

/** The earlier versions of a file: the contents of embeds of the same path before this one, the oldest first. Pure. */
export function earlierVersions(embeds: readonly ShelvedEmbed[], id: string): readonly string[] {
  const here = embeds.findIndex(({ attrs }) => attrs.id === id);
  const filename = embeds[here]?.attrs.filename;
  if (filename === undefined) return [];
  return embeds
    .slice(0, here)
    .filter(({ attrs }) => attrs.type === 'code' && attrs.filename === filename)
    .flatMap(({ content }) => (content === undefined ? [] : [contentText(content)]));
}

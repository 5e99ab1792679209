import type { EmbedKind } from '@millrace/engine';
import { memo, use } from 'react';
import { type EmbedComponent, type EmbedProps, EmbedsProvider } from './embed-component.ts';
import { embeds } from './embeds.ts';
import { useShelved } from './full-screen-context.ts';

/** A preview of an embed: the beginning of what it stands for. */
export const EmbedBox = memo(function EmbedBox(props: EmbedProps) {
  useShelved(props);
  const Component = componentOf(props.attrs.type, use(EmbedsProvider));
  return <Component {...props} />;
});

/** A kind that nobody knows is shown as its text. */
function componentOf(
  type: string,
  own: Readonly<Partial<Record<EmbedKind, EmbedComponent>>>,
): EmbedComponent {
  const kind = isKind(type) ? type : 'code';
  return own[kind] ?? embeds[kind];
}

function isKind(type: string): type is EmbedKind {
  return Object.hasOwn(embeds, type);
}

'use client';

import { memo, use } from 'react';
import { Guarded } from '../../page/guarded.tsx';
import {
  type EmbedComponent,
  type EmbedComponents,
  type EmbedProps,
  EmbedsProvider,
} from '../embed-component.ts';
import { useShelved } from '../full-screen-context.ts';
import { embeds } from './embeds.ts';

/** A preview of an embed: the beginning of what it stands for. */
export const EmbedBox = memo(function EmbedBox(props: EmbedProps) {
  useShelved(props);
  const own = use(EmbedsProvider);
  const Component = componentOf(props.attrs.type, own);
  const Ours = componentOf(props.attrs.type, NONE);
  if (Component === Ours) return <Ours {...props} />;
  return (
    <Guarded instead={<Ours {...props} />} of={props.content}>
      <Component {...props} />
    </Guarded>
  );
});

const NONE: EmbedComponents = {};

/** The app's component comes first. A kind that nobody knows is shown as its text. */
function componentOf(type: string, own: EmbedComponents): EmbedComponent {
  return known(own, type) ?? known(embeds, type) ?? own.code ?? embeds.code;
}

function known(components: EmbedComponents, type: string): EmbedComponent | undefined {
  // The object itself knows which names exist.
  return Object.hasOwn(components, type) ? components[type as keyof EmbedComponents] : undefined;
}

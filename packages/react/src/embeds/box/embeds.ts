import type { EmbedKind } from '@millrace/engine/document';
import type { EmbedComponent } from '../embed-component.ts';
import { CallBox } from './call-box.tsx';
import { CodeBox } from './code-box.tsx';
import { DocBox } from './doc-box.tsx';
import { ImageBox } from './image-box.tsx';
import { LinkBox } from './link-box.tsx';
import { MapBox } from './map-box.tsx';
import { SheetBox } from './sheet-box.tsx';
import { VideoBox } from './video-box.tsx';

/** The built-in components of embeds, by kind. */
export const embeds: Readonly<Record<EmbedKind, EmbedComponent>> = {
  code: CodeBox,
  sheet: SheetBox,
  doc: DocBox,
  web: LinkBox,
  image: ImageBox,
  video: VideoBox,
  map: MapBox,
  skill: CallBox,
  focus: CallBox,
  memories: CallBox,
  tool: CodeBox,
};

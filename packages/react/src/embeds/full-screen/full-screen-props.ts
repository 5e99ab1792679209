import type { EmbedNodeAttrs } from '@millrace/engine';
import type { Content } from '@millrace/engine/document';
import type { ReactNode } from 'react';
import type { EmbedExtra } from '../embed-extras.ts';
import type { MadeFile } from '../embed-shelf.ts';

/** The props of a full screen. It is drawn again when the content grows. */
export interface FullScreenProps {
  readonly attrs: EmbedNodeAttrs;
  readonly content: Content;
  /** Earlier versions of a file of the same path in this chat, the oldest first. */
  readonly versions: readonly string[];
  /** The facts that its answer knows about it. */
  readonly extra?: EmbedExtra | undefined;
  /** The change that it shows, where a call made it. */
  readonly made?: MadeFile | undefined;
  /** Further buttons. */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
}

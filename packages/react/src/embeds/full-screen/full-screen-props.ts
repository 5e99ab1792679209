import type { Content, EmbedNodeAttrs } from '@millrace/engine';
import type { ReactNode } from 'react';

/** What a full screen is given. It is drawn again when the content grows. */
export interface FullScreenProps {
  readonly attrs: EmbedNodeAttrs;
  readonly content: Content;
  /** What a file of the same path looked like before in this chat, the oldest first. */
  readonly versions: readonly string[];
  /** Further buttons of this embed. */
  readonly extras?: ReactNode;
  readonly onClose: () => void;
}

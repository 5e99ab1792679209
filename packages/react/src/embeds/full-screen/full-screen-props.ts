import type { Content, EmbedNodeAttrs } from '@millrace/engine';

/** What a full screen is given. It is drawn again when the content grows. */
export interface FullScreenProps {
  readonly attrs: EmbedNodeAttrs;
  readonly content: Content;
  readonly onClose: () => void;
}

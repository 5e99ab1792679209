import type { EmbedNodeAttrs } from '@millrace/engine';
import type { Content } from '@millrace/engine/document';
import type { EmbedExtra } from '../embed-extras.ts';

/** What a full screen is given. It is drawn again when the content grows. */
export interface FullScreenProps {
  readonly attrs: EmbedNodeAttrs;
  readonly content: Content;
  /** What a file of the same path looked like before in this chat, the oldest first. */
  readonly versions: readonly string[];
  /** What its answer knows of it. */
  readonly extra?: EmbedExtra | undefined;
  readonly onClose: () => void;
}

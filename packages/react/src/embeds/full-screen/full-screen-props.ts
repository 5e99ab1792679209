import type { EmbedNodeAttrs } from '@millrace/engine';
import type { Content } from '@millrace/engine/document';
import type { EmbedExtra } from '../embed-extras.ts';

/** The props of a full screen. It is drawn again when the content grows. */
export interface FullScreenProps {
  readonly attrs: EmbedNodeAttrs;
  readonly content: Content;
  /** Earlier versions of a file of the same path in this chat, the oldest first. */
  readonly versions: readonly string[];
  /** The facts that its answer knows about it. */
  readonly extra?: EmbedExtra | undefined;
  readonly onClose: () => void;
}

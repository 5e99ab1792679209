/** The state of an embed. It never goes backwards. */
export type EmbedStatus = 'processing' | 'finished' | 'error' | 'cancelled';

/** The kinds of embeds that messages have. */
export type EmbedKind =
  | 'code'
  | 'sheet'
  | 'doc'
  | 'web'
  | 'image'
  | 'video'
  | 'map'
  | 'skill'
  | 'focus'
  | 'memories'
  | 'tool';

/** Kinds that an app has beside these. It adds their names by declaration merging: `chart: true`. */
// biome-ignore lint/suspicious/noEmptyInterface: apps fill it
export interface OwnEmbedKinds {}

/** The type of an embed. Apps may have kinds of their own. */
export type EmbedType = EmbedKind | (string & {});

/** The light part of an embed: its content is in the store, under `contentRef`. Never holds preview text. */
export interface EmbedNodeAttrs {
  /** `messageId:index`, the same from its first character on. */
  readonly id: string;
  readonly type: EmbedType;
  readonly status: EmbedStatus;
  /** `stream:<messageId>:<index>` while it arrives, `cid:sha256:<hash>` when it is done. */
  readonly contentRef: string;
  readonly contentHash?: string;
  readonly filename?: string;
  readonly language?: string;
  readonly lineCount?: number;
  readonly wordCount?: number;
  readonly cellCount?: number;
  readonly rows?: number;
  readonly cols?: number;
  readonly title?: string;
  readonly url?: string;
  /** Why it is not what its author may have meant. */
  readonly problem?: string;
}

export {
  type Content,
  contentGrid,
  contentHash,
  contentText,
  type SheetContent,
} from './content/content.ts';
export {
  ContentError,
  type ContentListener,
  type ContentLoader,
  type ContentStore,
} from './content/content-store.ts';
export { createMemoryStore, type MemoryStoreOptions } from './content/memory-store.ts';
export { docText } from './document/doc-text.ts';
export { type DocElement, type DocNode, docTree } from './document/doc-tree.ts';
export type { DraftBlock, DraftSource } from './document/draft/draft-block.ts';
export {
  type DraftBlocks,
  type DraftChange,
  type DraftPart,
  draftBlocks,
  moreDraftBlocks,
  type UnreadDraft,
  updateDraftBlocks,
} from './document/draft/draft-blocks.ts';
export { draftEmbed } from './document/draft/draft-embed.ts';
export type { DraftText } from './document/draft/draft-text.ts';
export type { EmbedKind, EmbedNodeAttrs, EmbedStatus, EmbedType, OwnEmbedKinds } from './document/embed.ts';
export { type EmbedGroup, groupEmbeds } from './document/group-embeds.ts';
export { detectLanguage } from './document/language/detect-language.ts';
export { type MapPlace, mapPlace } from './document/map-address.ts';
export { contentLoader } from './document/message/content-loader.ts';
export {
  createMessageParser,
  type MessageOptions,
  type MessageParser,
  type ParsedMessage,
  parseMessage,
} from './document/message/message-parser.ts';
export type {
  BlockNode,
  EmbedNode,
  HighlightKind,
  InlineNode,
  ItemNode,
  Mark,
  MessageDoc,
} from './document/nodes.ts';
export { createPreviewCache, type PreviewCache } from './document/preview-cache.ts';
export {
  type CodePreview,
  codePreview,
  type DocPreview,
  docPreview,
  type SheetPreview,
  sheetPreview,
} from './document/previews.ts';
export { embedMarkdown } from './document/print/embed-markdown.ts';
export { printBlocks } from './document/print/print-blocks.ts';
export { toMarkdown } from './document/print/to-markdown.ts';

import type { Content } from '../../content/content.ts';
import { cutTo } from '../../markdown/cut-to.ts';
import { createMarkdownParser } from '../../markdown/markdown-parser.ts';
import type { MarkdownBlock } from '../../markdown/tree.ts';
import { BlockMapper, type Mapped } from '../block-nodes.ts';
import { draftNodes } from '../draft/draft-nodes.ts';
import type { EmbedNodeAttrs } from '../embed.ts';
import { EmbedList } from '../embed-list.ts';
import type { BlockNode, MessageDoc } from '../nodes.ts';
import { isHeldTitle, isTitleOf } from '../table-title.ts';

/** The options of `parseMessage` and `createMessageParser`. */
export interface MessageOptions {
  /** `read` shows what a message says; `write` keeps what was typed, with previews of what is closed. */
  readonly mode: 'read' | 'write';
  readonly messageId: string;
  readonly role?: 'user' | 'assistant';
  /**
   * True for the body of a record whose proof holds: then a fence of a stored call is a `tool` embed. In any other text, and in all
   * that is written, it is code.
   */
  readonly proven?: boolean;
}

/**
 * A message as a document, its embeds in order, and what they stand for. While a message arrives the lists of blocks and
 * embeds, the contents, and whatever is inside a block that is open are live: they change with the next piece. A block
 * that is finished keeps its node, and nothing in it changes.
 */
export interface ParsedMessage {
  readonly doc: MessageDoc;
  readonly embeds: readonly EmbedNodeAttrs[];
  readonly contents: ReadonlyMap<string, Content>;
}

/** A parser that reads a message piece by piece. Every way of cutting gives the same document. */
export interface MessageParser {
  /** Takes in more text. Finished blocks keep their nodes. */
  append(chunk: string): ParsedMessage;
  /** Nothing more comes: what is open is finished. */
  end(): ParsedMessage;
}

/** Parses a whole message. */
export function parseMessage(markdown: string, options: MessageOptions): ParsedMessage {
  const parser = createMessageParser(options);
  parser.append(markdown);
  return parser.end();
}

/** Parses a message that arrives in pieces: the same document for every way of cutting it. */
export function createMessageParser({ mode, messageId, proven = false }: MessageOptions): MessageParser {
  return mode === 'write' ? createDraftParser(messageId) : createReader(messageId, proven);
}

function createDraftParser(messageId: string): MessageParser {
  let source = '';
  function parsed(): ParsedMessage {
    const { nodes, embeds } = draftNodes(source, messageId);
    return {
      doc: { type: 'doc', attrs: { mode: 'write' }, content: nodes },
      embeds: embeds.map(({ attrs }) => attrs),
      contents: new Map(embeds.map(({ attrs, content }) => [attrs.contentRef, content])),
    };
  }
  return {
    append(chunk) {
      source += chunk;
      return parsed();
    },
    end: parsed,
  };
}

function createReader(messageId: string, proven: boolean): MessageParser {
  const markdown = createMarkdownParser();
  const list = new EmbedList();
  const mapper = new BlockMapper(messageId, list, proven);
  // How many blocks are finished and can't be changed by what follows them either, and where in the lists what came of each
  // of them begins; the last entries say where the open ones begin.
  let done = 0;
  const nodesFrom = [0];
  const embedsFrom = [0];
  const nodes: BlockNode[] = [];
  // The nodes of the first block that is not done.
  let open: Mapped = NO_NODES;
  let length = 0;
  // The index of the line that may still grow.
  let lineStart = 0;

  function map(blocks: readonly MarkdownBlock[], i: number, ended: boolean): Mapped {
    const block = blocks[i];
    const below = blocks[i + 1];
    if (block === undefined || isTitleOf(block, below) || (!ended && isHeldTitle(block, below)))
      return NO_NODES;
    return mapper.mapTop(block, blocks[i - 1]);
  }

  /** Exchanges the nodes of what was open for these. Those that a live block has kept stay. */
  function reopen(mapped: Mapped): void {
    const kept = mapped === open ? (mapped.kept ?? 0) : 0;
    cutTo(nodes, (nodesFrom[done] ?? 0) + kept);
    for (let i = kept; i < mapped.nodes.length; i++) nodes.push(mapped.nodes[i] as BlockNode);
    open = mapped;
  }

  /** A label that is defined late changes finished blocks that mention it. */
  function mapExchanged(blocks: readonly MarkdownBlock[], certain: number): void {
    for (const i of markdown.takeExchanged()) {
      if (i < 0 || i >= done) mapper.forgetOpen();
      else exchange(i, blocks, certain);
    }
  }

  function exchange(i: number, blocks: readonly MarkdownBlock[], certain: number): void {
    const from = nodesFrom[i] ?? 0;
    mapper.begin(embedsFrom[i] ?? 0, certain, false);
    const { nodes: next } = map(blocks, i, false);
    // A link without text that is defined late may leave nothing of its paragraph.
    const grown = next.length - ((nodesFrom[i + 1] ?? 0) - from);
    nodes.splice(from, next.length - grown, ...next);
    if (grown !== 0) for (let k = i + 1; k <= done; k++) nodesFrom[k] = (nodesFrom[k] ?? 0) + grown;
  }

  function parsed(blocks: readonly MarkdownBlock[], ended: boolean): ParsedMessage {
    const certain = ended ? Number.POSITIVE_INFINITY : lineStart;
    mapExchanged(blocks, certain);
    mapper.begin(embedsFrom[done] ?? 0, certain, ended);
    const first = done;
    let isOpen = false;
    for (let i = first; i < blocks.length; i++) {
      const block = blocks[i];
      const mapped = map(blocks, i, ended);
      if (i === first) reopen(mapped);
      else nodes.push(...mapped.nodes);
      isOpen ||=
        block === undefined ||
        i === blocks.length - 1 ||
        !Object.isFrozen(block) ||
        isHeldTitle(block, blocks[i + 1]);
      if (isOpen) continue;
      done++;
      nodesFrom.push(nodes.length);
      embedsFrom.push(mapper.nextEmbed);
    }
    if (first === blocks.length) reopen(NO_NODES);
    if (done > first) open = NO_NODES;
    list.cut(mapper.nextEmbed);
    return { doc: { type: 'doc', content: nodes }, embeds: list.attrs, contents: list.contents };
  }

  return {
    append(chunk) {
      const line = lastLine(chunk);
      if (line > 0) lineStart = length + line;
      length += chunk.length;
      markdown.append(chunk);
      return parsed(markdown.tree.children, false);
    },
    end: () => parsed(markdown.end().children, true),
  };
}

const NO_NODES: Mapped = { nodes: [], embeds: 0 };

/** The index at which the last line of a text begins. */
function lastLine(text: string): number {
  let from = text.length;
  while (from > 0 && !isLineEnd(text.charCodeAt(from - 1))) from--;
  return from;
}

function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

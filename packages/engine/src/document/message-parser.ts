import type { Content } from '../content/content.ts';
import { createMarkdownParser } from '../markdown/markdown-parser.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import type { MarkdownBlock } from '../markdown/tree.ts';
import { BlockMapper, type Mapped } from './block-nodes.ts';
import { draftNodes } from './draft-nodes.ts';
import type { EmbedNodeAttrs } from './embed.ts';
import type { BlockNode, MessageDoc } from './nodes.ts';
import { isHeldTitle, isTitleOf } from './table-title.ts';

export interface MessageOptions {
  /** `read` shows what a message says; `write` keeps what was typed, with previews of what is closed. */
  readonly mode: 'read' | 'write';
  readonly messageId: string;
  readonly role?: 'user' | 'assistant';
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
export function createMessageParser({ mode, messageId }: MessageOptions): MessageParser {
  return mode === 'write' ? createDraftParser(messageId) : createReader(messageId);
}

function createDraftParser(messageId: string): MessageParser {
  let source = '';
  function parsed(): ParsedMessage {
    const { nodes, embeds } = draftNodes(source, parseMarkdown(source).children, messageId);
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

function createReader(messageId: string): MessageParser {
  const markdown = createMarkdownParser();
  const mapper = new BlockMapper(messageId);
  // The blocks that are finished, and can't be changed by what follows them either, and how much came of them.
  let done: MarkdownBlock[] = [];
  let doneNodes = 0;
  let doneEmbeds = 0;
  const doneRefs = new Set<string>();
  const nodes: BlockNode[] = [];
  const embeds: EmbedNodeAttrs[] = [];
  const contents = new Map<string, Content>();
  let length = 0;
  // Whether a label may have been defined so far, and whether the last character may begin to do so.
  let mayDefine = false;
  let endsWithBracket = false;
  // Where the line begins that may still grow.
  let lineStart = 0;

  function map(blocks: readonly MarkdownBlock[], i: number, ended: boolean): Mapped {
    const block = blocks[i];
    const below = blocks[i + 1];
    if (block === undefined || isTitleOf(block, below) || (!ended && isHeldTitle(block, below)))
      return NO_NODES;
    return mapper.mapTop(block, blocks[i - 1]);
  }

  /** Takes back what was open. */
  function reopen(): void {
    nodes.length = doneNodes;
    for (const { contentRef } of embeds.splice(doneEmbeds)) {
      // A finished embed may have the same content.
      if (!doneRefs.has(contentRef)) contents.delete(contentRef);
    }
  }

  function add(mapped: Mapped): void {
    nodes.push(...mapped.nodes);
    for (const { attrs, content } of mapped.embeds) {
      embeds.push(attrs);
      contents.set(attrs.contentRef, content);
    }
  }

  /** A label that is defined late changes blocks that mention it. */
  function forgetReplaced(blocks: readonly MarkdownBlock[]): void {
    if (!mayDefine) return;
    mapper.forgetOpen();
    if (done.every((block, i) => block === blocks[i])) return;
    done = [];
    doneNodes = 0;
    doneEmbeds = 0;
    doneRefs.clear();
  }

  function parsed(blocks: readonly MarkdownBlock[], ended: boolean): ParsedMessage {
    forgetReplaced(blocks);
    reopen();
    mapper.begin(doneEmbeds, ended ? Number.POSITIVE_INFINITY : lineStart, ended);
    let isOpen = false;
    for (let i = done.length; i < blocks.length; i++) {
      const block = blocks[i];
      add(map(blocks, i, ended));
      isOpen ||=
        block === undefined ||
        i === blocks.length - 1 ||
        !Object.isFrozen(block) ||
        isHeldTitle(block, blocks[i + 1]);
      if (block === undefined || isOpen) continue;
      done.push(block);
      doneNodes = nodes.length;
      for (; doneEmbeds < embeds.length; doneEmbeds++) doneRefs.add(embeds[doneEmbeds]?.contentRef ?? '');
    }
    return { doc: { type: 'doc', content: nodes }, embeds, contents };
  }

  return {
    append(chunk) {
      const lastBreak = Math.max(chunk.lastIndexOf('\n'), chunk.lastIndexOf('\r'));
      if (lastBreak >= 0) lineStart = length + lastBreak + 1;
      length += chunk.length;
      mayDefine ||= chunk.includes(']:') || (endsWithBracket && chunk.startsWith(':'));
      if (chunk !== '') endsWithBracket = chunk.endsWith(']');
      markdown.append(chunk);
      return parsed(markdown.tree.children, false);
    },
    end: () => parsed(markdown.end().children, true),
  };
}

const NO_NODES: Mapped = { nodes: [], embeds: [] };

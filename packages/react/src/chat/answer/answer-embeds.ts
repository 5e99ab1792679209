import { parseMessage } from '@millrace/engine';
import { type MessageRecord, printEmbed } from '@millrace/engine/run';
import type { ShelvedEmbed } from '../../embeds/embed-shelf.ts';
import { recordAnswer } from './answer.ts';
import { answerTexts } from './answer-texts.ts';
import { factsOf } from './answer-timeline.ts';
import { spokenCall } from './spoken-call.ts';

const known = new WeakMap<MessageRecord, readonly ShelvedEmbed[]>();

/** The embeds that a finished message shows in its body, in order, as when it is drawn. The same for the same message. */
export function answerEmbeds(record: MessageRecord): readonly ShelvedEmbed[] {
  const found = known.get(record) ?? (record.role === 'assistant' ? embedsOf(record) : []);
  known.set(record, found);
  return found;
}

function embedsOf(record: MessageRecord): readonly ShelvedEmbed[] {
  const { id, blocks, status } = recordAnswer(record);
  const texts = answerTexts(blocks);
  return blocks.flatMap((one, place) => {
    const { block, tool } = one;
    const read = (text: string): readonly ShelvedEmbed[] => embedsIn(text, `${id}:${place}`);
    if (block.type === 'text') return read(texts.get(place)?.text ?? '');
    if (block.type !== 'tool_use') return [];
    const spoken = spokenCall(factsOf(one, block, status), one);
    const left = tool?.status === 'done' ? tool.embed : undefined;
    return [
      ...(spoken === undefined ? [] : read(spoken.words)),
      ...(left === undefined ? [] : embedsIn(printEmbed(left), `${id}:${place}`, true)),
    ];
  });
}

/** The embeds of a text; with `proven` one that a tool itself has left. */
function embedsIn(text: string, messageId: string, proven = false): readonly ShelvedEmbed[] {
  if (text === '') return [];
  const { embeds, contents } = parseMessage(text, { mode: 'read', messageId, proven });
  return embeds.map((attrs) => ({ attrs, content: contents.get(attrs.contentRef) }));
}

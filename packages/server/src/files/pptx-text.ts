import { type DocumentPart, type DocumentText, LONGEST_DOCUMENT } from './document-parts.ts';
import { readXml, relationsOf } from './xml.ts';
import { unzipTexts } from './zip.ts';

const MAIN = 'ppt/presentation.xml';
const RELATIONS = 'ppt/_rels/presentation.xml.rels';

/** The text of a presentation, slide by slide. Throws when it is none. */
export function pptxText(bytes: Uint8Array): DocumentText {
  const files = unzipTexts(
    bytes,
    (name) => name === MAIN || name === RELATIONS || /^ppt\/slides\/slide\d+\.xml$/.test(name),
  );
  const main = files.get(MAIN);
  if (main === undefined) throw new Error('It is no presentation.');
  const targets = relationsOf(files.get(RELATIONS), 'ppt');
  const slides: string[] = [];
  readXml(main, {
    open(name, attributes) {
      const target = name === 'sldId' ? targets.get(attributes['r:id'] ?? '') : undefined;
      if (target !== undefined) slides.push(target);
    },
  });
  const parts: DocumentPart[] = [];
  let length = 0;
  for (const [i, slide] of slides.entries()) {
    if (length > LONGEST_DOCUMENT) break;
    const text = slideText(files.get(slide) ?? '');
    length += text.length;
    parts.push({ name: String(i + 1), text });
  }
  return { unit: 'slide', parts, count: slides.length, isCut: parts.length < slides.length };
}

function slideText(xml: string): string {
  let text = '';
  let isText = false;
  readXml(xml, {
    open(name) {
      if (name === 't') isText = true;
      if (name === 'br') text += '\n';
    },
    text(data) {
      if (isText) text += data;
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'p') text += '\n';
    },
    isEnough: () => text.length > LONGEST_DOCUMENT,
  });
  return text.replace(/\n{2,}/g, '\n').trim();
}

import { Parser } from 'htmlparser2';

/** The hearers of an XML text. Names come without their prefix. */
export interface XmlHearers {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
  /** Tells whether enough was read: then the rest is not. */
  isEnough?(): boolean;
}

const PIECE = 64 * 1024;

/** Documents are less deep; the time of the parser grows with the square of it. */
const DEEPEST = 500;

/** Reads XML from its beginning to its end. Entities that a document declares itself stay as they are written. Throws when it is too deep. */
export function readXml(xml: string, { open, close, text, isEnough }: XmlHearers): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > DEEPEST) throw new Error('The document is too deep.');
        open?.(local(name), attributes);
      },
      onclosetag(name) {
        depth -= 1;
        close?.(local(name));
      },
      ontext: (data) => text?.(data),
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (let at = 0; at < xml.length && isEnough?.() !== true; at += PIECE)
    parser.write(xml.slice(at, at + PIECE));
  parser.end();
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The targets of the relations of an Office part by their ids, as names in the archive. Pure. */
export function relationsOf(xml: string | undefined, folder: string): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  readXml(xml ?? '', {
    open(name, { Id, Target }) {
      if (name !== 'Relationship' || Id === undefined || Target === undefined) return;
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `${folder}/${Target}`);
    },
  });
  return targets;
}

import { characterEntities } from 'character-entities';

const ENTITY = /^&(?:#[xX]([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([A-Za-z][A-Za-z0-9]*));$/;
const ESCAPE_OR_ENTITY =
  /\\([!-/:-@[-`{-~])|&(?:#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});/g;

/** The text that a character reference such as `&amp;` stands for; undefined when there is none of that name. */
export function decodeEntity(entity: string): string | undefined {
  const [, hex, decimal, name] = ENTITY.exec(entity) ?? [];
  if (name !== undefined) return Object.hasOwn(characterEntities, name) ? characterEntities[name] : undefined;
  const codePoint = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  return codePoint === 0 || codePoint > 0x10ffff || isSurrogate ? '\uFFFD' : String.fromCodePoint(codePoint);
}

/** Text without its backslash escapes and character references. Linear. */
export function unescapeText(text: string): string {
  if (!text.includes('\\') && !text.includes('&')) return text;
  return text.replace(
    ESCAPE_OR_ENTITY,
    (all, escaped: string | undefined) => escaped ?? decodeEntity(all) ?? all,
  );
}

/** The facts that the line of a fence tells about its code. */
export interface FenceInfo {
  /** As it was given; empty when it was not. */
  readonly language: string;
  /** A path inside the folder of the work. */
  readonly filename?: string;
}

const WITH_PATH = /^([^\s:`]+):(.*)$/;

/** Reads `language`, or `language:relative/path`. A path that leads elsewhere is dropped. Pure, linear. */
export function readFenceInfo(info: string): FenceInfo {
  const trimmed = info.trim();
  const [, language = '', path = ''] = WITH_PATH.exec(trimmed) ?? [];
  if (language === '') return { language: trimmed.split(/\s/, 1)[0] ?? '' };
  const filename = path.trim();
  return isInside(filename) ? { language, filename } : { language };
}

/** Tells whether a path stays in its folder: not absolute, no drive or URL scheme, no step up. */
function isInside(path: string): boolean {
  if (path === '' || path.includes('`') || /^[/\\~]/.test(path) || /^[a-zA-Z0-9+.-]*:/.test(path))
    return false;
  return !path.split(/[/\\]/).includes('..');
}

import type { PasteReading } from './paste-reading.ts';

/** A reading on its way out of a worker. To copy a million cells one by one stops the page for longer than to read them from one text. */
export interface PackedReading {
  readonly reading: PasteReading;
  /** The cells of a sheet, as JSON. */
  readonly cells?: string | undefined;
}

/** Packs a reading. Pure. */
export function packReading(reading: PasteReading): PackedReading {
  const { pasted } = reading;
  if (pasted.type !== 'embed' || typeof pasted.content === 'string') return { reading };
  return {
    reading: { ...reading, pasted: { ...pasted, content: '' } },
    cells: JSON.stringify(pasted.content.grid),
  };
}

/** The reading that was packed. Pure. */
export function unpackReading({ reading, cells }: PackedReading): PasteReading {
  const { pasted } = reading;
  if (cells === undefined || pasted.type !== 'embed') return reading;
  return { ...reading, pasted: { ...pasted, content: { grid: JSON.parse(cells) } } };
}

/** The size of a picture in dots. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The size that a PNG, JPEG, GIF or WebP says in its first bytes; undefined when it says none. Nothing is decoded. Pure. */
export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (view.getUint32(0) === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) };
    if (view.getUint32(0) === 0x47494638)
      return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    if (view.getUint32(8) === 0x57454250) return webpSize(view);
    if (view.getUint16(0) === 0xffd8) return jpegSize(view);
  } catch (error) {
    // It ends before it says so.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

function webpSize(view: DataView): PictureSize | undefined {
  const uint24 = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  switch (view.getUint32(12)) {
    case 0x56503858: // VP8X
      return { width: uint24(24) + 1, height: uint24(27) + 1 };
    case 0x56503820: // VP8
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 0x5650384c: {
      // VP8L
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    default:
      return undefined;
  }
}

function jpegSize(view: DataView): PictureSize | undefined {
  for (let at = 2; ; ) {
    const marker = view.getUint16(at);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    if (marker < 0xff01) return undefined;
    at += 2 + Math.max(2, view.getUint16(at + 2));
  }
}

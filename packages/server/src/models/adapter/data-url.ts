/** A picture or a document as the address that holds it. Pure. */
export function dataUrl({
  media_type,
  data,
}: {
  readonly media_type: string;
  readonly data: string;
}): string {
  return `data:${media_type};base64,${data}`;
}

/** Postgres takes payloads shorter than 8000 bytes. */
const MOST_BYTES = 7999;
const EVERYBODY = '*';

/** Topics as few payloads, each a JSON array. One that fits in none becomes a call to everybody. Pure. */
export function toPayloads(topics: Iterable<string>): string[] {
  const payloads: string[] = [];
  let open: string[] = [];
  let bytes = 2;
  function close(): void {
    if (open.length > 0) payloads.push(`[${open.join(',')}]`);
    open = [];
    bytes = 2;
  }
  for (const topic of new Set(topics)) {
    const json = JSON.stringify(topic);
    const size = Buffer.byteLength(json) + 1;
    if (size + 2 > MOST_BYTES) return [JSON.stringify([EVERYBODY])];
    if (bytes + size > MOST_BYTES) close();
    open.push(json);
    bytes += size;
  }
  close();
  return payloads;
}

/** The topics of a payload; nothing when it is none of ours. Never throws. */
export function readPayload(payload: string): readonly string[] | 'everybody' {
  try {
    const topics: unknown = JSON.parse(payload);
    if (!Array.isArray(topics)) return [];
    return topics.includes(EVERYBODY) ? 'everybody' : topics.filter((topic) => typeof topic === 'string');
  } catch {
    return [];
  }
}

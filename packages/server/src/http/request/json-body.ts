import type { Context } from 'hono';
import type * as z from 'zod/mini';
import { inEnglish } from '../../in-english.ts';
import { problem } from './problem.ts';

const MAX_DEPTH = 64;

/** Reads and checks a JSON body, or refuses the request with what is wrong. */
export async function jsonBody<T extends z.ZodMiniType>(c: Context, schema: T): Promise<z.infer<T>> {
  const type = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw problem(415, 'not_json', 'Send the body as JSON with content-type: application/json.');
  }
  const text = await c.req.text();
  if (depthOf(text) > MAX_DEPTH) {
    throw problem(400, 'too_deep', `JSON can be nested ${MAX_DEPTH} levels deep.`);
  }
  const parsed = schema.safeParse(parse(text), inEnglish);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw problem(
    400,
    'bad_body',
    `${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'is not valid'}`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw problem(400, 'bad_json', 'The body is not valid JSON.');
  }
}

/** How deeply brackets are nested outside strings. Linear; needs no valid JSON. */
function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (inString) {
      if (code === 0x5c) i++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x5b || code === 0x7b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x5d || code === 0x7d) depth--;
  }
  return deepest;
}

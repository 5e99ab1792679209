import * as z from 'zod/mini';
import { count, maybe, record, text, trouble } from '../adapter/loose-json.ts';

const item = z.object({
  type: text,
  id: text,
  call_id: text,
  name: text,
  arguments: text,
  encrypted_content: text,
  phase: text,
});

const response = z.object({
  id: text,
  model: text,
  incomplete_details: maybe(z.object({ reason: text })),
  usage: maybe(
    z.object({
      input_tokens: count,
      output_tokens: count,
      input_tokens_details: maybe(z.object({ cached_tokens: count, cache_write_tokens: count })),
    }),
  ),
});

/** The fields that any event of a Responses stream may have, with as much of them as makes sense. */
export const responsesEvent = z.object({
  type: text,
  output_index: z.catch(z.number(), 0),
  content_index: z.catch(z.number(), 0),
  summary_index: z.catch(z.number(), 0),
  delta: z.catch(z.string(), ''),
  refusal: z.catch(z.string(), ''),
  arguments: z.catch(z.string(), ''),
  part: maybe(z.object({ type: text })),
  annotation: maybe(record),
  item: maybe(item),
  response: maybe(response),
  error: trouble,
});

export type ResponsesEvent = z.infer<typeof responsesEvent>;
export type ResponsesItem = z.infer<typeof item>;

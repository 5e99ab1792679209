import * as z from 'zod/mini';
import { parseJson } from '../adapter/parse-json.ts';

const seal = z.object({ id: z.string(), encrypted_content: z.string() });

type ReasoningSeal = z.infer<typeof seal>;

/** The data by which OpenAI knows its own reasoning again, as the signature of a thinking block. Pure. */
export function printSeal({ id, encrypted_content }: ReasoningSeal): string {
  return JSON.stringify({ id, encrypted_content });
}

/** Reads what `printSeal` wrote; undefined for the seal of another provider. Never throws. */
export function readSeal(signature: string): ReasoningSeal | undefined {
  const read = seal.safeParse(parseJson(signature));
  return read.success ? read.data : undefined;
}

import type { ApprovalRequest } from '@millrace/engine/run';
import type { PreviewContext, Tool, ToolInput } from '../../tools/define/tool.ts';
import { proposedChangeApart } from '../../tools/jobs/text-jobs.ts';

/** A larger schema is not sent: the form is made from the input alone. */
const MOST_SCHEMA = 32 * 1024;

/** A preview that takes longer is done without. */
const PREVIEW_MS = 3000;

type Facts = Pick<ApprovalRequest, 'schema' | 'destructive' | 'change'>;

/** The facts that a card shows beyond the input: the schema for a form, and whether something is destroyed. Never throws. */
export function schemaFacts(tool: Tool | undefined, input: ToolInput): Facts {
  if (tool === undefined) return {};
  const { input_schema: schema } = tool;
  return {
    ...(isSmall(schema) && { schema }),
    ...(destroysBy(tool, input) && { destructive: true }),
  };
}

/** The changes that a call would make in files. Never rejects: a failure is described instead. */
export async function changeFacts(
  tool: Tool | undefined,
  input: ToolInput,
  { workspace, signal }: PreviewContext,
): Promise<Facts> {
  if (tool?.preview === undefined || workspace === undefined) return {};
  try {
    const late = AbortSignal.any([signal, AbortSignal.timeout(PREVIEW_MS)]);
    const preview = await Promise.race([tool.preview(input, { workspace, signal: late }), aborted(late)]);
    return { change: await proposedChangeApart({ ms: PREVIEW_MS, signal: late }, preview) };
  } catch {
    // The run itself tells the model what is wrong; the person sees all arguments.
    return {};
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function isSmall(schema: unknown): boolean {
  try {
    return Buffer.byteLength(JSON.stringify(schema)) <= MOST_SCHEMA;
  } catch {
    return false;
  }
}

/** One whose own judgement fails destroys. */
function destroysBy({ effect, destructive = false }: Tool, input: ToolInput): boolean {
  if (effect !== 'unsafe') return false;
  if (typeof destructive !== 'function') return destructive;
  try {
    return destructive(input);
  } catch {
    return true;
  }
}

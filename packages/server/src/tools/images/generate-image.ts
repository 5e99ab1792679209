import * as z from 'zod';
import { defineTool } from '../define/define-tool.ts';
import { firstLine } from '../define/first-line.ts';
import { needWorkspace } from '../define/need-workspace.ts';
import type { Tool } from '../define/tool.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type ImageFormat, imageFormat, pathFormat } from './image-format.ts';

/** Makes one picture and gives its bytes; rejects in words for the model. */
export type GenerateImage = (
  prompt: {
    readonly prompt: string;
    readonly format: ImageFormat;
    readonly image?: { readonly bytes: Uint8Array; readonly mediaType: string } | undefined;
  },
  signal: AbortSignal,
) => Promise<Uint8Array>;

/** The options of `generateImageTool`. */
export interface GenerateImageOptions {
  /** The provider that makes pictures now; undefined while none is connected. */
  readonly find: () => GenerateImage | undefined;
}

/** A picture takes a while; what takes longer comes as a message of its own. */
const BUDGET_MS = 60_000;

/** Lets the model have a picture made by a provider and kept in the workspace. */
export function generateImageTool({ find }: GenerateImageOptions): Tool {
  return defineTool({
    name: 'generate_image',
    description: `Generates an image from a description and saves it as a file in the workspace. With "image", it edits that image instead. Each call
costs the person money, so describe the image in detail: what it shows, its style, its colours, and any text in quotes.`,
    input: z.object({
      prompt: z.string().trim().min(1).max(32_000).describe('What the image shows, or what to change'),
      path: z
        .string()
        .min(1)
        .refine((path) => pathFormat(path) !== undefined, {
          error: 'The path of an image must end in .png, .jpg, .jpeg or .webp.',
        })
        .describe('The file to write, such as images/heron.png'),
      image: z.string().optional().describe('An image in the workspace to start from: PNG, JPEG or WebP'),
    }),
    // It is paid each time.
    effect: 'unsafe',
    approval: 'ask',
    local: true,
    targets: { paths: ['path', 'image'] },
    inlineBudgetMs: BUDGET_MS,
    title: ({ prompt, path }) => `Make ${path}: ${firstLine(prompt)}`,
    async run({ prompt, path, image }, ctx) {
      const workspace = needWorkspace(ctx);
      const generate = find();
      if (generate === undefined)
        throw new Error(
          'No provider that can generate images is connected. The person can connect OpenAI or Gemini in the settings.',
        );
      // Before anything is paid.
      const format = await checkTarget(workspace, path);
      const given =
        image === undefined || image.trim() === '' ? undefined : await readImage(workspace, image);
      ctx.progress({ stage: 'generating', message: 'The picture is being made' });
      const bytes = await generate({ prompt, format, image: given }, ctx.signal);
      const made = imageFormat(bytes);
      if (made !== format)
        throw new Error(
          `The provider gave ${made === undefined ? 'no picture that is known' : `a ${made} file`}, which ${path} can't be.${advice(path, made)}`,
        );
      const { created } = await workspace.writeBytes(path, bytes);
      return {
        content: `${created ? 'Created' : 'Replaced'} ${path}: ${made}, ${Math.ceil(bytes.length / 1024)} KB. The person sees it.`,
        shown: [{ name: path.split('/').at(-1) ?? path, bytes, alt: firstLine(prompt).slice(0, 1000) }],
      };
    },
  });
}

function advice(path: string, made: ImageFormat | undefined): string {
  return made === undefined ? '' : ` Take ${path.replace(/\.\w+$/, made === 'jpeg' ? '.jpg' : `.${made}`)}.`;
}

/** The kind of picture to write. Throws when nothing can be written there. */
async function checkTarget(workspace: Workspace, path: string): Promise<ImageFormat> {
  const format = pathFormat(path);
  const { kind } = await workspace.resolve(path);
  if (format === undefined || (kind !== undefined && kind !== 'file'))
    throw new Error(`${path} is not a file that can be written.`);
  return format;
}

async function readImage(
  workspace: Workspace,
  path: string,
): Promise<{ bytes: Uint8Array; mediaType: string }> {
  const { bytes } = await workspace.readBytes(path);
  const format = imageFormat(bytes);
  if (format === undefined) throw new Error(`${path} is not a PNG, JPEG or WebP image.`);
  return { bytes, mediaType: `image/${format}` };
}

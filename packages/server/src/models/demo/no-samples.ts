import type { DemoMessage } from './demo-script.ts';

/** The demo model's words when its file is not as it knows it. */
export function noSamples(path: string): DemoMessage {
  return {
    text: `I can't do this here: \`${path}\` is not as I know it.

I only know the sample files, which are in the folder that Millrace makes for itself when \`MILLRACE_WORKSPACE\` is not set. Delete the file there and start again to get it back; or add a key for a real model, which can work on any file.`,
  };
}

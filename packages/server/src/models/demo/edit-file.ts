import type { DemoMessage, DemoResult, DemoScript } from './demo-script.ts';
import { noSamples } from './no-samples.ts';

const PATH = 'src/app.ts';

const DIFF = `<<<<<<< SEARCH
:start_line:1
-------
import { listPlans } from './plans.ts';
=======
import { createLimiter } from './limiter.ts';
import { listPlans } from './plans.ts';

// 60 requests a minute for each key, sliding window.
const limiter = createLimiter({ limit: 60, windowMs: 60_000 });
>>>>>>> REPLACE

<<<<<<< SEARCH
:start_line:6
-------
  if (path === '/api/plans') return listPlans();
=======
  if (path.startsWith('/api/') && !limiter.take(key, now)) return { status: 429, body: 'Too many requests' };
  if (path === '/api/plans') return listPlans();
>>>>>>> REPLACE`;

/** Looks at a file, wants to change it, and tells what became of that. */
export const editFile: DemoScript = {
  needs: ['read_file', 'apply_diff'],
  next([read, edited]) {
    if (read === undefined)
      return {
        text: 'I look at the file before I change it.',
        calls: [{ name: 'read_file', input: { path: PATH } }],
      };
    if (edited !== undefined) return ending(edited[0]);
    const source = read[0]?.content ?? '';
    if (!source.includes('return listPlans();')) return noSamples(PATH);
    if (source.includes('createLimiter'))
      return {
        text: `The limiter is in \`${PATH}\` already, so there is nothing to change. Take it out, or go back to before it was put in, and ask again.`,
      };
    return {
      text: 'Two places change: the limiter is made once, and each request to `/api/` asks it first. Nothing is written until you allow it.',
      calls: [{ name: 'apply_diff', input: { path: PATH, diff: DIFF } }],
    };
  },
};

function ending(edited: DemoResult | undefined): DemoMessage {
  const { content = '', isError = true } = edited ?? {};
  const said = /They said: ([\s\S]*)$/.exec(content)?.[1];
  if (content.startsWith('The person did not allow this'))
    return {
      text: `You said no, so \`${PATH}\` is as it was.${said === undefined ? '' : `\n\nYou wrote: ${said}\n\nA real model would now try again with that. I can only tell that it reached me.`}`,
    };
  if (isError) return { text: `The change could not be made:\n\n${content}` };
  const changed = content.startsWith('The person changed the input')
    ? 'You changed what I wanted to write, and I was told what ran instead. '
    : '';
  return {
    text: `${changed}\`${PATH}\` is changed.

- The limiter stands in front of \`/api/\` only, so pages and health checks are not counted.
- The key comes from the request. Without one, the address is used, so nobody gets around the limit by leaving the key out.
- The window slides. A fixed window lets a client send twice the limit around the moment it turns over.

The file was saved before it was changed, so there is a way back.`,
  };
}

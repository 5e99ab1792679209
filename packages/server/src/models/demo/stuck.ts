import type { DemoScript } from './demo-script.ts';

/** The guard asks about the fourth search. One that the person still wants is the last. */
const MOST = 4;

/** Searches for the same misspelt name again and again, until somebody stops it or it has tried once more. */
export const stuck: DemoScript = {
  needs: ['search_files'],
  next(rounds) {
    const last = rounds.at(-1)?.[0]?.content;
    if (last?.startsWith('The same call was repeated too often')) {
      const said = /They said: ([\s\S]*)$/.exec(last)?.[1];
      return {
        text: `You stopped me. I had searched for the same name ${rounds.length - 1} times, and the answer was the same each time.

${said === undefined ? 'The name has one t too many.' : `You wrote: ${said}\n\nA real model would now do that. I can only tell that it reached me.`} Polling is the honest exception: a tool that waits for a build says itself what counts as the same call.`,
      };
    }
    if (rounds.length >= MOST)
      return {
        text: `I searched once more, and the answer was the same: nothing. ${rounds.length} searches for \`createLimitter\` are enough.

The name has one t too many. A search for \`createLimiter\` would find it.`,
      };
    return {
      text:
        rounds.length === 0
          ? 'I look for the place where `createLimitter` is written.'
          : 'Nothing. It must be there, so I search again.',
      calls: [{ name: 'search_files', input: { path: 'src', regex: 'createLimitter' } }],
    };
  },
};

import type { Command } from './command.ts';

export const linkCommand: Command = {
  name: 'link',
  summary: 'print another sign-in link to the server that runs',
  details: 'It is the server that runs on the data folder. The link signs one browser in, once.',
  flags: [],
  async run({ env }) {
    const [{ makeLink }, { readSettings }] = await Promise.all([
      import('../link.ts'),
      import('../settings.ts'),
    ]);
    const link = await makeLink(readSettings(env));
    return { text: link, facts: { link } };
  },
};

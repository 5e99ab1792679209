import type { Command } from './command.ts';

export const upgradeCommand: Command = {
  name: 'upgrade',
  summary: 'bring the database to the schema of this version, as the next start would',
  details:
    'An upgrade of an SQLite database keeps a copy of it as it was. One that fails or is cut changes nothing. Make a backup before.',
  flags: [{ name: 'check', summary: 'only tell what an upgrade would do; nothing is changed' }],
  async run({ env, flags }) {
    const [{ readSettings }, { checkUpgrade, upgradeStore }] = await Promise.all([
      import('../settings.ts'),
      import('../backup/upgrade-store.ts'),
    ]);
    const settings = readSettings(env);
    const plan = await checkUpgrade(settings);
    const { text, isReady, ...found } = plan;
    const facts = { ...found, message: text };
    if (flags['check'] !== undefined || !isReady || plan.state !== 'older')
      return { text, facts: { ...facts, ready: isReady }, exit: isReady ? 'ok' : 'check_failed' };
    return { text: await upgradeStore(settings), facts: { ...facts, ready: true, upgraded: true } };
  },
};

import { backupCommands } from './backup-commands.ts';
import type { Command } from './command.ts';
import { copyCommands } from './copy-commands.ts';
import { doctorCommand } from './doctor-command.ts';
import { helpCommand } from './help-command.ts';
import { linkCommand } from './link-command.ts';
import { serveCommand } from './serve-command.ts';
import { tokenCommands } from './token-commands.ts';
import { upgradeCommand } from './upgrade-command.ts';
import { userCommands } from './user-commands.ts';

/** Every command, in the order in which help shows them. */
export const COMMANDS: readonly Command[] = [
  serveCommand,
  linkCommand,
  ...userCommands,
  ...tokenCommands,
  ...backupCommands,
  upgradeCommand,
  ...copyCommands,
  doctorCommand,
  helpCommand,
];

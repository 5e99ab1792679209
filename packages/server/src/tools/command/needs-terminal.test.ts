import { expect, test } from 'vitest';
import { needsTerminal } from './needs-terminal.ts';

test.each([
  'tty',
  'stty size',
  'cd a && /usr/bin/top -n 1',
  'echo a; TERM=xterm tput cols',
  'sudo -n timeout 5 watch ls',
  'timeout --foreground 2.5s htop',
  'ls | (tmux ls)',
  'docker run -it ubuntu bash',
  'docker exec --tty web ls',
  'kubectl exec -t pod -- ls',
  'ssh -tt host top',
])('V240 %s needs a terminal', (command) => expect(needsTerminal(command)).toBe(true));

test.each([
  '',
  'echo top',
  'npm test',
  'ls -t',
  'docker build -t name .',
  'docker run ubuntu ls',
  'ssh host top',
  'topic',
  'grep -rn tty src',
  './stty.sh',
])('V240 %s needs none', (command) => expect(needsTerminal(command)).toBe(false));

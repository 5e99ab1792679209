import { inTense } from './verbs.ts';

const count = (many: number, one: string, others: string): string =>
  many === 1 ? `1 ${one}` : `${many.toLocaleString('en')} ${others}`;

/** The words of this part of the screen. */
export const timelineWords = {
  inTense,
  steps: 'Steps',
  stepsOf: (name: string) => `Steps of ${name}`,
  stepNumber: (step: number) => `step ${step}`,
  stepCount: (steps: number) => count(steps, 'step', 'steps'),
  working: 'Working',
  pausedAt: (step: number) => `Paused at step ${step}`,
  workedFor: (time: string) => `Worked for ${time}`,
  worked: 'Worked',
  stoppedAt: (step: number, what: string | undefined) =>
    what === undefined ? `Stopped at step ${step}` : `Stopped at step ${step}: ${what} failed`,
  approvedCount: (calls: number) => `${calls.toLocaleString('en')} approved`,
  failedCount: (calls: number) => `${calls.toLocaleString('en')} failed`,
  because: (state: string) => `${state}:`,
  exitCode: (code: number) => `exit code ${code}`,
  waitingTime: (time: string) => `waiting ${time}`,
  readFiles: (files: number) => `Read ${count(files, 'file', 'files')}`,
  searchedTimes: (times: number) => `searched ${count(times, 'time', 'times')}`,
  listedFolders: (folders: number) => `listed ${count(folders, 'folder', 'folders')}`,
  atOnce: 'at the same time',
  runningSteps: (steps: number) => `${count(steps, 'step', 'steps')} running`,
  backToSteps: 'Back',
  showAllLines: (lines: number) => `Show all ${lines.toLocaleString('en')} lines`,
  outputOf: (tool: string) => `Output of ${tool}`,
  noOutput: 'Nothing came back.',
  added: (lines: number) => `+${lines}`,
  removed: (lines: number) => `−${lines}`,
  todos: 'Planned steps',
  todoStates: { open: 'Open:', doing: 'In progress:', done: 'Done:' },
  thoughtBriefly: 'Thought about it',
} as const;

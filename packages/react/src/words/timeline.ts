import { formatOf } from './format.ts';
import { inTense } from './verbs.ts';

const { number, count } = formatOf('en');
const STEP = { one: 'step', other: 'steps' };

/** The words of this part of the screen. */
export const timelineWords = {
  inTense,
  steps: 'Steps',
  stepsOf: (name: string) => `Steps of ${name}`,
  stepNumber: (step: number) => `step ${number(step)}`,
  stepCount: (steps: number) => count(steps, STEP),
  working: 'Working',
  pausedAt: (step: number) => `Paused at step ${number(step)}`,
  workedFor: (time: string) => `Worked for ${time}`,
  worked: 'Worked',
  waitedForYou: (time: string) => `waited ${time} for you`,
  stoppedAt: (step: number, what: string | undefined) =>
    what === undefined
      ? `Stopped at step ${number(step)}`
      : `Stopped at step ${number(step)}: ${what} failed`,
  approvedCount: (calls: number) => `${number(calls)} approved`,
  failedCount: (calls: number) => `${number(calls)} failed`,
  because: (state: string) => `${state}:`,
  exitCode: (code: number) => `exit code ${code}`,
  waitingTime: (time: string) => `waiting ${time}`,
  readFiles: (files: number) => `Read ${count(files, { one: 'file', other: 'files' })}`,
  searchedTimes: (times: number) => `searched ${count(times, { one: 'time', other: 'times' })}`,
  listedFolders: (folders: number) => `listed ${count(folders, { one: 'folder', other: 'folders' })}`,
  atOnce: 'at the same time',
  runningSteps: (steps: number) => `${count(steps, STEP)} running`,
  backToSteps: 'Back',
  showAllLines: (lines: number) => `Show all ${number(lines)} lines`,
  outputOf: (tool: string) => `Output of ${tool}`,
  noOutput: 'No output.',
  added: (lines: number) => `+${number(lines)}`,
  removed: (lines: number) => `−${number(lines)}`,
  todos: 'Planned steps',
  todoStates: { open: 'Open:', doing: 'In progress:', done: 'Done:' },
  thoughtBriefly: 'Thought about it',
};

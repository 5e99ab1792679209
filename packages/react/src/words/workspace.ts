import { formatOf } from './format.ts';

const { count } = formatOf('en');

/** The words of this part of the screen. */
export const workspaceWords = {
  instructionsFound: (files: number) =>
    `This workspace has instructions for the assistant (${count(files, { one: 'file', other: 'files' })}).`,
  instructionsUnused: 'They came with its files and are not used until you allow it.',
  readInstructions: 'Read them',
  hideInstructions: 'Hide them',
  useInstructions: 'Use them',
  notNow: 'Not now',
  instructionsFailed: 'This could not be saved. Check that the server is running, then try again.',
  instructionUsed: 'used',
  instructionUnused: 'not used',
};

/** The words of this part of the screen. */
export const workspaceWords = {
  instructionsFound: (count: number) =>
    `This workspace has instructions for the assistant (${count === 1 ? '1 file' : `${count} files`}).`,
  instructionsUnused: 'They came with its files and are not used until you say so.',
  readInstructions: 'Read them',
  hideInstructions: 'Hide them',
  useInstructions: 'Use them',
  notNow: 'Not now',
  instructionsFailed: 'The server could not be told. Check that it runs, then press again.',
  instructionUsed: 'used',
  instructionUnused: 'not used',
} as const;

/** The words of this part of the screen. */
export const documentWords = {
  task: (done: boolean) => (done ? 'Done' : 'Not done'),
  source: (number: number, title: string) => `Source ${number}: ${title}`,
  sources: 'Sources',
  diagram: (title: string) => (title === '' ? 'Diagram' : `Diagram: ${title}`),
  showCode: 'Show code',
  hideCode: 'Hide code',
  diagramFailed: (reason: string) => `This diagram could not be drawn. ${reason}`,
  diagramLong: 'This diagram is too long to be drawn.',
  diagramSlow: 'It took too long.',
} as const;

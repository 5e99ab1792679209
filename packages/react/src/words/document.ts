/** The words of this part of the screen. */
export const documentWords = {
  task: (done: boolean) => (done ? 'Done' : 'Not done'),
  source: (number: number, title: string) => `Source ${number}: ${title}`,
  sources: 'Sources',
} as const;

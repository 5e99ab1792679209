/** The words of this part of the screen. */
export const embedsWords = {
  loadImage: (host: string) => `Load image from ${host}`,
  imageLoading: 'Loading the image…',
  imageFailed: 'The image could not be loaded.',
  tryAgain: 'Try again',
} as const;

import type { Page } from '@playwright/test';

/** Waits for so many frames of the page, so that whatever was to happen by itself has happened. */
export const frames = (page: Page, count = 10): Promise<void> =>
  page.evaluate(async (left) => {
    for (let i = 0; i < left; i += 1) await new Promise(requestAnimationFrame);
  }, count);

/** Waits until nothing moves any more: no animation that has an end runs, and no box has moved for some frames. */
export const still = (page: Page, boxes = 'body'): Promise<void> =>
  page.evaluate(async (selector) => {
    const ends = (each: Animation): boolean =>
      each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    const places = (): string =>
      Array.from(document.querySelectorAll(selector), (each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return [x, y, width, height, each.scrollTop].join(' ');
      }).join();
    let before: string;
    do {
      before = places();
      const moving = document.getAnimations().filter(ends);
      await Promise.allSettled(moving.map(({ finished }) => finished));
      for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame);
    } while (places() !== before);
  }, boxes);

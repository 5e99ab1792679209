import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Keeps the end of a box in sight while it grows, until the reader goes up in it; at its end it goes on. */
export function useTail(
  box: RefObject<HTMLElement | null>,
  isGrowing: boolean,
  content: unknown,
): { readonly onScroll: () => void } {
  const follows = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content is what makes the box grow
  useLayoutEffect(() => {
    const element = box.current;
    if (isGrowing && follows.current && element !== null) element.scrollTop = element.scrollHeight;
  }, [box, isGrowing, content]);
  const onScroll = (): void => {
    const element = box.current;
    if (element !== null)
      follows.current = element.scrollHeight - element.clientHeight - element.scrollTop <= 2;
  };
  return { onScroll };
}

'use client';

import { memo, useEffect, useRef, useState } from 'react';
import { loadMathDrawer, type MathDrawer } from './draw-math.ts';
import { useWide } from './use-wide.ts';

export interface FormulaProps {
  readonly latex: string;
  readonly isBlock: boolean;
}

let loading: Promise<MathDrawer> | undefined;

/** Loads the code that draws formulas. A load that failed is tried again by the next formula. */
function mathDrawer(): Promise<MathDrawer> {
  loading ??= loadMathDrawer().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** A formula. Its source is shown until it is drawn, and stays if it can't be. */
export const Formula = memo(function Formula({ latex, isBlock }: FormulaProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [drawn, setDrawn] = useState<string>();
  useEffect(() => {
    let isOver = false;
    mathDrawer()
      .then(({ draw }) => {
        if (isOver) return;
        place.current?.replaceChildren(draw(latex, isBlock));
        setDrawn(latex);
      })
      .catch(() => {
        // It is half there yet, or wrong: the source says as much.
        if (!isOver) setDrawn(undefined);
      });
    return () => {
      isOver = true;
    };
  }, [latex, isBlock]);
  const isDrawn = drawn !== undefined;
  const isWide = useWide(place, isBlock && isDrawn);
  const Source = isBlock ? 'pre' : 'code';
  return (
    <>
      {!isDrawn && (
        <Source className="mr-math" dir="ltr">
          {latex}
        </Source>
      )}
      <span
        ref={place}
        dir="ltr"
        hidden={!isDrawn}
        // A box that scrolls must be reachable by keyboard.
        tabIndex={isWide ? 0 : undefined}
        className={isBlock ? 'mr-formula mr-formula-block' : 'mr-formula'}
      />
    </>
  );
});

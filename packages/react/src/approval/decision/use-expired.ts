'use client';

import { useEffect, useState } from 'react';

/** A timer can't wait longer. */
const LONGEST_MS = 2 ** 31 - 1;

/** Tells whether a time is over; updates when it comes. */
export function useExpired(at: number | undefined): boolean {
  const [now, setNow] = useState(Date.now);
  const left = at === undefined ? undefined : at - now;
  useEffect(() => {
    if (left === undefined || left <= 0) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(left, LONGEST_MS));
    return () => clearTimeout(timer);
  }, [left]);
  return left !== undefined && left <= 0;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** A time as a person reads it at `now`: the day only when it is more than a day away. Pure but for the time zone. */
export function timeOf(locale: string, at: number, now: number): string {
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const day = { day: 'numeric', month: 'short' } as const;
  return new Intl.DateTimeFormat(locale, Math.abs(at - now) < DAY_MS ? time : { ...day, ...time }).format(at);
}

const HOUR_MS = 60 * 60 * 1000;

/** "8 s", "1 min 50 s", "2 h 5 min", "3 d 4 h": the two largest units that say something. Pure. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  if (minutes === 0) return `${seconds} s`;
  if (hours === 0) return `${minutes} min ${seconds % 60} s`;
  if (hours < 24) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** "38 s", "2 min", "2 h 5 min": less exactly, for a time that nobody measures. Pure. */
export function roughly(ms: number): string {
  if (ms < 59_500) return duration(ms);
  const minutes = Math.round(ms / 60_000);
  return minutes < 60 ? `${minutes} min` : duration(minutes * 60_000);
}

/** "0:38", as long as that is less than an hour. Pure. */
export function clock(ms: number): string {
  if (ms >= HOUR_MS) return duration(ms);
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export function longSuites(): string[];

import type { TimelineGroup } from '@millrace/engine';
import type { AnswerTimeline } from './answer-timeline.ts';

/** Neighbouring steps between two texts. */
export interface StepRun {
  /** The place of the first of them. */
  readonly place: number;
  readonly groups: readonly TimelineGroup[];
}

interface Placed {
  readonly place: number;
  readonly isSaid: boolean;
}

/** Steps and texts in the order in which they came; embeds of calls come after the steps around them. Pure. */
export function interleave<Part extends Placed>(
  steps: AnswerTimeline['steps'],
  body: readonly Part[],
): readonly (Part | StepRun)[] {
  const parts: (Part | StepRun)[] = [];
  let run: { readonly place: number; readonly groups: TimelineGroup[] } | undefined;
  const left: Part[] = [];
  const close = (): void => {
    if (run !== undefined) parts.push(run);
    parts.push(...left.splice(0));
    run = undefined;
  };
  let next = 0;
  const takeSteps = (before: number): void => {
    for (let step = steps[next]; step !== undefined && step.place <= before; step = steps[++next]) {
      run ??= { place: step.place, groups: [] };
      run.groups.push(step.group);
    }
  };
  for (const part of body) {
    takeSteps(part.isSaid ? part.place - 1 : part.place);
    if (part.isSaid) {
      close();
      parts.push(part);
      takeSteps(part.place);
    } else left.push(part);
  }
  takeSteps(Number.POSITIVE_INFINITY);
  close();
  return parts;
}

import type { TimelineToolComponent } from './timeline-tool.ts';

/**
 * Tools whose calls are drawn in the body of an answer, because what they make is for the person to look at. Every other call
 * leaves the body alone. None of ours is: what they make comes as embeds. An app gives its own to `Transcript`.
 */
export const bodyTools: Readonly<Record<string, TimelineToolComponent>> = {};

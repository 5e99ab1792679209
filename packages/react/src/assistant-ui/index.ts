export type { TimelineToolComponent } from '../timeline/timeline-tool.ts';

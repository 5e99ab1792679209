export type { TimelineToolComponent } from '../timeline/tool/timeline-tool.ts';
export { MessageTimeline } from './message-timeline.tsx';
export { TimelineDataUI } from './timeline-data-ui.tsx';

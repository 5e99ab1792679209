/** By the words of the library that draws them. */
const DIAGRAMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    flowchart: 'Flowchart',
    'flowchart-v2': 'Flowchart',
    sequence: 'Sequence diagram',
    class: 'Class diagram',
    classDiagram: 'Class diagram',
    state: 'State diagram',
    stateDiagram: 'State diagram',
    er: 'Entity-relationship diagram',
    gantt: 'Gantt chart',
    pie: 'Pie chart',
    journey: 'User journey',
    gitGraph: 'Git graph',
    mindmap: 'Mind map',
    timeline: 'Timeline',
    quadrantChart: 'Quadrant chart',
    xychart: 'Chart',
    sankey: 'Flow diagram',
    kanban: 'Board',
  }),
);

/** The words of this part of the screen. */
export const documentWords = {
  task: (done: boolean): string => (done ? 'Done' : 'Not done'),
  source: (number: number, title: string) => `Source ${number}: ${title}`,
  sources: 'Sources',
  diagram: (title: string, kind: string) =>
    title === '' ? (DIAGRAMS.get(kind) ?? 'Diagram') : `Diagram: ${title}`,
  showCode: 'Show code',
  hideCode: 'Hide code',
  diagramFailed: (reason: string) => `This diagram could not be drawn. ${reason}`,
  diagramLong: 'This diagram is too long to draw.',
  diagramSlow: 'It took too long.',
};

import type { EmbedNodeAttrs } from '@millrace/engine';
import type { OwnScreen } from '../../embeds/full-screen/full-screens.ts';

const DIAGRAM: OwnScreen = {
  name: 'diagram',
  load: async () => (await import('./diagram-screen.tsx')).DiagramScreen,
};

/** The full screen of a diagram; undefined for any other embed. */
export function diagramScreen({ type, language, status }: EmbedNodeAttrs): OwnScreen | undefined {
  return type === 'code' && language === 'mermaid' && status === 'finished' ? DIAGRAM : undefined;
}

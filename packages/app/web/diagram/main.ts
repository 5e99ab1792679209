import { startDiagramFrame } from '@millrace/react/diagram-frame';

startDiagramFrame();

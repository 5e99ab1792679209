import type { InterruptResult } from '@millrace/engine';
import type { ReactNode } from 'react';
import type { TimelineToolComponent, TimelineToolProps } from './timeline-tool.ts';

/** The arguments and the result of a tool. */
export interface ToolShape {
  readonly args: object;
  readonly result?: unknown;
}

/** The props of the component of one tool. Arguments may still be on their way; a question may replace the result. */
export type ToolUIProps<Shape extends ToolShape> = Omit<TimelineToolProps, 'args' | 'result'> & {
  readonly args: Readonly<Partial<Shape['args']>>;
  readonly result?: Shape['result'] | InterruptResult | undefined;
};

/** The components of an app's tools, by the names of the tools. */
export type ToolUIs<Shapes extends { readonly [Name in keyof Shapes]: ToolShape }> = {
  readonly [Name in keyof Shapes]?: (props: ToolUIProps<Shapes[Name]>) => ReactNode;
};

/**
 * A component that is drawn when the person opens the row of its call. Questions and their answers are not its concern. `writing`
 * draws the input while it arrives.
 */
export function whenOpened<Props>(
  draw: (props: Props) => ReactNode,
  writing?: TimelineToolComponent['writing'],
): ((props: Props) => ReactNode) & Pick<TimelineToolComponent, 'opens' | 'writing'> {
  return Object.assign((props: Props) => draw(props), {
    opens: true,
    ...(writing !== undefined && { writing }),
  } as const);
}

/** Components for calls, by the names of their tools. A name or a field that no tool has does not compile. */
export function toolUI<Shapes extends { readonly [Name in keyof Shapes]: ToolShape }>(
  components: ToolUIs<Shapes>,
): Readonly<Record<string, TimelineToolComponent>> {
  // A call has passed the schema of its tool before it runs; until then its component knows that parts are missing.
  return components as Readonly<Record<string, TimelineToolComponent>>;
}

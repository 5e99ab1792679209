import type { InterruptResult } from '@millrace/engine';
import type { ReactNode } from 'react';
import type { TimelineToolComponent, TimelineToolProps } from './timeline-tool.ts';

/** The arguments and the result of a tool. */
export interface ToolShape {
  readonly args: object;
  readonly result?: unknown;
}

/**
 * The props of the component of one tool. Arguments may still be on their way. The result of a call that failed or was not run is a
 * text, and so is that of every tool which returns one; a question may replace it.
 */
export type ToolUIProps<Shape extends ToolShape> = Omit<TimelineToolProps, 'args' | 'result'> & {
  readonly args: Readonly<Partial<Shape['args']>>;
  readonly result?: Shape['result'] | string | InterruptResult | undefined;
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

/** The word of the compiler where the tools are not said. */
interface SayTools {
  readonly 'say which tools there are: toolUI<Tools>({ … })': never;
}

/** The tools that nobody has said. */
type Unsaid = Readonly<Record<never, never>>;

/**
 * Components for calls, by the names of their tools: `toolUI<Tools>({ weather: Weather })`. A name or a field that no tool has does not
 * compile, and neither does a call without `Tools`. A component that throws is replaced by the input and the output of its call.
 */
export function toolUI<Shapes extends { readonly [Name in keyof Shapes]: ToolShape } = Unsaid>(
  components: keyof Shapes extends never ? SayTools : ToolUIs<NoInfer<Shapes>>,
): Readonly<Record<string, TimelineToolComponent>> {
  // A call has passed the schema of its tool before it runs; until then its component knows that parts are missing.
  return components as Readonly<Record<string, TimelineToolComponent>>;
}

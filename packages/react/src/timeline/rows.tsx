import type { TimelineGroup, ToolCallItem } from '@millrace/engine';
import type { ReactElement } from 'react';
import { useWords, type Words } from '../words/words-context.ts';
import { AgentRow } from './agent-row.tsx';
import { CallRow } from './call-row.tsx';
import { ReadsRow } from './reads-row.tsx';
import { arrangeRows, type Parallel, type TimelineRow } from './step/arrange-rows.ts';
import type { DetailsById } from './step/step-details.ts';
import { agentName } from './step/step-words.ts';
import { ThoughtRow } from './thought-row.tsx';
import type { TimelineToolComponent } from './tool/timeline-tool.ts';

/** The props that all rows of a timeline share. */
export interface SharedProps {
  readonly details: DetailsById;
  readonly tools: Readonly<Record<string, TimelineToolComponent>>;
  readonly running: boolean;
  /** The steps that a person has opened. */
  readonly opened: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}

export interface RowsProps extends SharedProps {
  readonly groups: readonly TimelineGroup[];
  readonly label: string;
  /** 0 for the agent's own steps, 1 for those of its sub-agents. */
  readonly depth: number;
}

/** Steps as a list. A row keeps its place and its DOM nodes while others come. */
export function Rows({ groups, label, depth, ...shared }: RowsProps) {
  const strings = useWords();
  const { details, running, opened } = shared;
  return (
    // A list without marks is no list for some screen readers, unless it says so.
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <ul className="mr-steps" role="list" aria-label={label}>
      {arrangeRows(groups, details, running).map((row) => {
        if (row.type === 'step') return stepRow(strings, row, depth, shared);
        const { items } = row;
        return (
          <ReadsRow
            key={`reads-${items[0]?.id}`}
            items={items}
            details={details}
            looksInside={items.some(({ id }) => opened.has(id))}
          >
            {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
            <ul className="mr-steps" role="list">
              {items.map((item) => callRow(item, undefined, shared))}
            </ul>
          </ReadsRow>
        );
      })}
    </ul>
  );
}

// Rows are direct elements of the list: no component between them, so unchanged rows are left alone.
function stepRow(
  strings: Words,
  { group: { parent, children }, parallel }: Extract<TimelineRow, { type: 'step' }>,
  depth: number,
  shared: SharedProps,
): ReactElement {
  const { details, tools, running, opened, onToggle } = shared;
  const { id } = parent;
  const known = details.get(id);
  if (parent.kind === 'reasoning')
    return <ThoughtRow key={id} item={parent} details={known} open={opened.has(id)} onToggle={onToggle} />;
  const steps = known?.steps ?? children.map((child) => ({ parent: child, children: [] }));
  if (steps.length === 0) return callRow(parent, parallel, shared);
  const isDeep = depth > 0;
  return (
    <AgentRow
      key={id}
      {...{ item: parent, steps, details, parallel, running, isDeep }}
      Tool={toolOf(tools, parent)}
    >
      <Rows
        {...shared}
        groups={steps}
        label={strings.stepsOf(agentName(parent, known))}
        depth={isDeep ? 0 : depth + 1}
      />
    </AgentRow>
  );
}

function callRow(
  item: ToolCallItem,
  parallel: Parallel | undefined,
  { details, tools, opened, onToggle }: SharedProps,
): ReactElement {
  return (
    <CallRow
      key={item.id}
      {...{ item, parallel, onToggle }}
      details={details.get(item.id)}
      Tool={toolOf(tools, item)}
      open={opened.has(item.id)}
    />
  );
}

function toolOf(tools: SharedProps['tools'], { toolName }: ToolCallItem): TimelineToolComponent | undefined {
  return Object.hasOwn(tools, toolName) ? tools[toolName] : undefined;
}

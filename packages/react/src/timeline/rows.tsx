import type { TimelineGroup, ToolCallItem } from '@millrace/engine';
import { useWords } from '../words/words-context.ts';
import { AgentRow } from './agent-row.tsx';
import { CallRow } from './call-row.tsx';
import { ReadsRow } from './reads-row.tsx';
import { arrangeRows, type Parallel } from './step/arrange-rows.ts';
import type { DetailsById } from './step/step-details.ts';
import { agentName } from './step/step-words.ts';
import { ThoughtRow } from './thought-row.tsx';
import type { TimelineToolComponent } from './tool/timeline-tool.ts';

/** What all rows of a timeline share. */
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
  /** 0 for what the agent itself did, 1 for what its sub-agents did. */
  readonly depth: number;
}

/** Steps as a list. A row keeps its place and its DOM nodes while others come. */
export function Rows({ groups, label, depth, ...shared }: RowsProps) {
  const { details, running, opened } = shared;
  return (
    // A list without marks is no list for some screen readers, unless it says so.
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <ul className="mr-steps" role="list" aria-label={label}>
      {arrangeRows(groups, details, running).map((row) => {
        if (row.type === 'step') return <Step key={row.group.parent.id} {...shared} {...row} depth={depth} />;
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
              {items.map((item) => (
                <Call key={item.id} {...shared} item={item} parallel={undefined} />
              ))}
            </ul>
          </ReadsRow>
        );
      })}
    </ul>
  );
}

interface StepProps extends SharedProps {
  readonly group: TimelineGroup;
  readonly parallel: Parallel | undefined;
  readonly depth: number;
}

function Step({ group: { parent, children }, parallel, depth, ...shared }: StepProps) {
  const strings = useWords();
  const { details, tools, running, opened, onToggle } = shared;
  const known = details.get(parent.id);
  if (parent.kind === 'reasoning')
    return <ThoughtRow item={parent} details={known} open={opened.has(parent.id)} onToggle={onToggle} />;
  const steps = known?.steps ?? children.map((child) => ({ parent: child, children: [] }));
  if (steps.length === 0) return <Call {...shared} item={parent} parallel={parallel} />;
  const isDeep = depth > 0;
  return (
    <AgentRow {...{ item: parent, steps, details, parallel, running, isDeep }} Tool={toolOf(tools, parent)}>
      <Rows
        {...shared}
        groups={steps}
        label={strings.stepsOf(agentName(parent, known))}
        depth={isDeep ? 0 : depth + 1}
      />
    </AgentRow>
  );
}

function Call({
  item,
  parallel,
  details,
  tools,
  opened,
  onToggle,
}: SharedProps & { readonly item: ToolCallItem; readonly parallel: Parallel | undefined }) {
  return (
    <CallRow
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
